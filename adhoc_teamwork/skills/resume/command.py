# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line of the robot resume: an URDF in, JSON and a short text out."""

import argparse
import asyncio
import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume.make import make_resume
from adhoc_teamwork.skills.resume.telling import told_by_model
from adhoc_teamwork.teamwork.bodies.embodiment import Answer, can_go, can_lift, can_reach, can_see
from adhoc_teamwork.teamwork.bodies.resume import Resume
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, INTERRUPTED
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.text.console import complain, say, say_lines, write
from adhoc_teamwork.teamwork.text.plain_text import plain

_NUMBERS = re.compile(r"(?<=: )\[[-\d.,\s]+\]")
"""A list of numbers, over however many lines."""


def run(options: argparse.Namespace) -> int:
    """Run the command; return 0 done, 2 wrong input, 130 interrupted."""
    try:
        return _run(options)
    except ConfigError as error:
        complain(f"adhoc resume: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(options: argparse.Namespace) -> int:
    packages = dict(_package(word) for word in options.package)
    for name in ("see", "reach"):
        if len(getattr(options, name) or ()) > 2:
            raise ConfigError(f"--{name}: expected a height and at most a distance")
    if bool(options.llm_base_url) != bool(options.llm_model):
        raise ConfigError("--llm-base-url and --llm-model: expected both or neither")
    model = load_robot(options.urdf, packages, options.substitute_meshes)
    resume = make_resume(model)
    if options.llm_base_url:
        resume = asyncio.run(_ask(resume, model, options))
    answers = _answers(resume, options)
    if options.out is not None:
        write_resume(resume, options.out)
    if answers:
        for answer in answers:
            say(f"{'yes' if answer.can else 'no'}: {answer.reason}")
    elif options.out is not None:
        say_lines(resume.text)
    else:
        write(sys.stdout, f"{plain(resume_json(resume))}\n")
    return 0


def resume_json(resume: Resume) -> str:
    """Return a resume as JSON; band and hull each on a line."""
    text = json.dumps(asdict(resume), indent=1, ensure_ascii=False, default=str)
    return _rows_joined(text)


def write_resume(resume: Resume, path: Path) -> None:
    """Write a resume, whole or not at all.

    Raises:
        ConfigError: The file cannot be written.
    """
    try:
        write_whole(path, [resume_json(resume).encode(), b"\n"])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected a place to write to") from None


def _rows_joined(text: str) -> str:
    """Put lists of numbers and the bands on one line each, for whoever reads or diffs the file."""
    lines: list[str] = []
    gathered: list[str] | None = None
    for line in text.splitlines():
        word = line.strip()
        deep = len(line) - len(line.lstrip()) >= 4
        if gathered is None and deep and word in ("{", "["):
            gathered = [line]
        elif gathered is not None:
            gathered.append(word)
            if word.rstrip(",") in ("}", "]"):
                lines.append("".join((gathered[0], " ".join(gathered[1:-1]), gathered[-1])))
                gathered = None
        else:
            lines.append(line)
    return _NUMBERS.sub(lambda found: " ".join(found.group().split()), "\n".join(lines))


async def _ask(resume: Resume, model: RobotModel, options: argparse.Namespace) -> Resume:
    # Imported here because it takes a second, which most resumes need not wait for.
    from adhoc_teamwork.llm_port.endpoint import ModelSettings
    from adhoc_teamwork.llm_port.openai_model import OpenAIModel

    llm = OpenAIModel(ModelSettings(options.llm_base_url, options.llm_model, temperature=0.0))
    try:
        return await told_by_model(resume, model, llm, options.config / "resume" / "resume.j2")
    except ModelUnavailableError as error:
        complain(f"adhoc resume: {error}; the text is by rules")
        return resume
    finally:
        await llm.close()


def _answers(resume: Resume, options: argparse.Namespace) -> list[Answer]:
    answers = []
    if options.see:
        answers.append(can_see(resume, *options.see))
    if options.reach:
        answers.append(can_reach(resume, *options.reach))
    if options.lift is not None:
        answers.append(can_lift(resume, options.lift))
    if options.stairs:
        answers.append(can_go(resume, stairs=True))
    if options.step is not None:
        answers.append(can_go(resume, step=options.step))
    if options.gap is not None:
        answers.append(can_go(resume, width=options.gap))
    return answers


def _package(word: str) -> tuple[str, Path]:
    name, equals, folder = word.partition("=")
    if not (name and equals and Path(folder).is_dir()):
        raise ConfigError(f"--package {word}: expected NAME=FOLDER with a folder that exists")
    return name, Path(folder)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Replay a run as the command line asks for it."""

import argparse
import asyncio
import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.adhoc_planner.agent.execution import Body
from adhoc_teamwork.adhoc_planner.journal.agent_record import config_digests
from adhoc_teamwork.adhoc_planner.journal.notes import Notes
from adhoc_teamwork.adhoc_planner.journal.replayable_model import Prompt
from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet, load_prompts
from adhoc_teamwork.adhoc_planner.replay.decisions import (
    Aspect,
    Compared,
    Difference,
    OtherDeed,
    Verdict,
    compare,
    first_other_deed,
)
from adhoc_teamwork.adhoc_planner.replay.output import (
    DIVERGED,
    HOSTED,
    OFFLINE,
    RECORDED,
    say,
    tell,
)
from adhoc_teamwork.adhoc_planner.replay.playing import play
from adhoc_teamwork.adhoc_planner.replay.reading import Session, read_sessions
from adhoc_teamwork.adhoc_planner.replay.report import (
    as_json,
    decision_line,
    difference_lines,
    full_lines,
    summary_line,
)
from adhoc_teamwork.adhoc_planner.replay.second import Answered, Opinion, SecondReader, ask_all
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig, load_task, with_goal
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.hosted import hosted_model, hosted_url
from adhoc_teamwork.llm_port.port import Completion, LanguageModel
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.task_folders import task_folder
from adhoc_teamwork.teamwork.team.goal import GOAL_FILE
from adhoc_teamwork.teamwork.text.console import complain

_TIME_LIMIT = 60.0


def replay_run(options: argparse.Namespace) -> int:
    """Make a run's decisions once more and report; return the exit code.

    Raises:
        ConfigError: There is nothing to replay, options contradict each other, or the journal of a
            robot has a gap.
    """
    _check(options)
    run = options.run
    sessions = _chosen(read_sessions(run), options.robot)
    config = (options.config or config_dir()).resolve()
    tasks = {name: _load(config, name, run) for name in {s.record.task for s in sessions}}
    code, gaps = 0, []
    for session in sessions:
        name = _name(session, sessions)
        compared, deed = _replay(session, *tasks[session.record.task], options)
        _tell(name, session, compared, options)
        if not options.json:
            _tell_end(name, session, compared, deed, config)
        if deed or any(c.verdict is not Verdict.SAME for c in compared):
            code = DIVERGED
        reached = session.turns[-1].stamp if session.turns else 0.0
        if session.missing and reached < options.until:
            gaps.append(f"{name}: turn {session.missing} is missing from its journal")
    if gaps:
        raise ConfigError(f"{run}: {'; '.join(gaps)}; what came after it cannot be replayed")
    return code


def _check(options: argparse.Namespace) -> None:
    if options.llm != HOSTED and (options.model or options.base_url):
        option = "--model" if options.model else "--base-url"
        raise ConfigError(f"{option}: only with --llm {HOSTED}")
    if options.json and options.step:
        raise ConfigError("--json: not with --step")
    if options.config is not None and not (options.config / "tasks").is_dir():
        raise ConfigError(f"--config {options.config}: no folder tasks in it; expected one")


def _chosen(sessions: Sequence[Session], robot: str | None) -> list[Session]:
    known = list(dict.fromkeys(session.record.robot for session in sessions))
    if robot is not None and robot not in known:
        raise ConfigError(f"--robot {robot}: not in the recording; expected {', '.join(known)}")
    return [session for session in sessions if robot in (None, session.record.robot)]


def _name(session: Session, sessions: Sequence[Session]) -> str:
    """Return the robot's name, with a number where its planner was started more than once."""
    robot = session.record.robot
    own = [s for s in sessions if s.record.robot == robot]
    return robot if len(own) == 1 else f"{robot}#{own.index(session) + 1}"


def _load(config: Path, task: str, run: Path) -> tuple[TaskConfig, PromptSet]:
    """Return a task, with the goal of the run where it had one of its own, and its prompts."""
    folder, goal = task_folder(task, config), run / GOAL_FILE
    own = str(goal) if goal.is_file() else ""
    return with_goal(load_task(folder), own), load_prompts(folder)


def _replay(
    session: Session, task: TaskConfig, prompts: PromptSet, options: argparse.Namespace
) -> tuple[list[Compared], OtherDeed | None]:
    asked: list[Answered] = []

    def gather(body: Body) -> Notes:
        asked.append(Answered(body))
        return asked[-1]

    played = list(play(session, task, prompts, options.until, gather))
    compared = list(compare(played))
    if options.llm != RECORDED:
        model = _second_model(options, session.record.temperature)
        answers = asyncio.run(ask_all(model, asked[0].prompts))
        opinions = _second_opinions(session, task, prompts, options.until, answers)
        compared = list(_with_opinions(compared, opinions))
    return compared, first_other_deed(played)


def _second_opinions(
    session: Session,
    task: TaskConfig,
    prompts: PromptSet,
    until: float,
    answers: Mapping[Prompt, Completion | str],
) -> list[Opinion]:
    """Return what another model chooses at every question that was answered.

    The session is played once more, to read its answers where and when the first ones were read.
    """
    readers: list[SecondReader] = []

    def read(body: Body) -> Notes:
        readers.append(SecondReader(body, answers))
        return readers[-1]

    deque(play(session, task, prompts, until, read), maxlen=0)
    return readers[0].opinions


def _second_model(options: argparse.Namespace, temperature: float) -> LanguageModel:
    if options.llm == OFFLINE:
        return OfflineModel()
    from adhoc_teamwork.llm_port.openai_model import OpenAIModel

    return OpenAIModel(
        ModelSettings(
            base_url=hosted_url(options.base_url, os.environ),
            model=hosted_model(options.model, os.environ),
            temperature=temperature,
            time_limit=_TIME_LIMIT,
        )
    )


def _with_opinions(compared: Iterable[Compared], opinions: Sequence[Opinion]) -> Iterator[Compared]:
    """Yield decisions with what another model would choose otherwise."""
    for one in compared:
        number = one.now.number if one.now else 0
        others = [o for o in opinions if o.decision == number and o.before != o.second]
        added = [Difference(Aspect.SECOND_CHOICE, o.before, o.second, o.stage) for o in others]
        yield replace(one, differences=(*one.differences, *added))


def _tell(
    name: str, session: Session, compared: Sequence[Compared], options: argparse.Namespace
) -> None:
    if options.json:
        for line in as_json(name, session.record.session, compared):
            tell(line)
        return
    shown: set[tuple[str, ...]] = set()
    for one in compared:
        say(decision_line(name, one))
        for line in difference_lines(one, shown):
            say(line)
        if options.step:
            for line in full_lines(one):
                say(line)
            _wait()


def _wait() -> None:
    """Wait for Enter; where nobody can press it, go on."""
    if sys.stdin.isatty():
        complain("-- Enter: next decision, Ctrl-C: end --")
    sys.stdin.readline()


def _tell_end(
    name: str,
    session: Session,
    compared: Sequence[Compared],
    deed: OtherDeed | None,
    config: Path,
) -> None:
    say(summary_line(name, compared))
    if deed is not None:
        say(f"  from {deed.stamp:.2f} s on it says or does something else than in the recording:")
        say(f"    - {deed.before:.300}")
        say(f"    + {deed.now:.300}")
    now = config_digests(task_folder(session.record.task, config))
    was = dict(session.record.config)
    changed = sorted(name for name in {*was, *now} if was.get(name) != now.get(name))
    if changed:
        say(f"  changed since the recording: {', '.join(changed)}")

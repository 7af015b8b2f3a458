# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask a language model for a resume's text (EMOS 3.3); the numbers stay those of kinematics."""

import json
from dataclasses import asdict, replace
from pathlib import Path

from adhoc_teamwork.llm_port.port import LanguageModel, ModelUnavailableError
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.skills.resume.wording import skeleton
from adhoc_teamwork.teamwork.bodies.resume import Resume
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.templates import ChatTemplate

LONGEST_TEXT = 1500
"""Characters of a model's answer that are kept."""


async def told_by_model(
    resume: Resume, model: RobotModel, llm: LanguageModel, template: Path
) -> Resume:
    """Return the resume with a text by a language model.

    Args:
        resume: With its text by rules.
        model: The robot.
        llm: Whom to ask.
        template: The prompt, with the blocks `system` and `user`.

    Raises:
        ModelUnavailableError: No answer came, or none that is whole.
        ConfigError: The template is missing or at fault.
    """
    answer = await llm.complete(_prompt(resume, model, template))
    if answer.flaw:
        raise ModelUnavailableError(f"{llm.name}: {answer.flaw}")
    text = " ".join("".join(c if c.isprintable() else " " for c in answer.text).split())
    if not text:
        raise ModelUnavailableError(f"{llm.name} answered with nothing")
    return replace(resume, text=text[:LONGEST_TEXT], text_by=llm.name)


def _prompt(resume: Resume, model: RobotModel, path: Path) -> tuple[ChatMessage, ...]:
    facts = {"skeleton": skeleton(model), "numbers": _numbers(resume), "text": resume.text}
    return ChatTemplate(path).render(facts)


def _numbers(resume: Resume) -> str:
    """Return the numbers as JSON, without the hull's corners, which say nothing to a reader."""
    numbers = asdict(resume)
    for key in ("text", "text_by"):
        del numbers[key]
    for arm in numbers["arms"]:
        del arm["hull"]
    return json.dumps(numbers, default=str)

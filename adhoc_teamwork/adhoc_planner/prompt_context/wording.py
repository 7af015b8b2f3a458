# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write sub-tasks and sub-skills in the prompt's notation, with names that are safe to show."""

from functools import lru_cache

from adhoc_teamwork.teamwork.actions.spec import Sort
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask
from adhoc_teamwork.teamwork.text.quoting import TEXT_LENGTH, clean_name, clean_words

_KEPT = 4096
"""How many sub-tasks are kept as they were written: prompts name the same ones over and over."""


@lru_cache(maxsize=_KEPT)
def subtask_text(subtask: SubTask) -> str:
    """Return a sub-task in the prompt's notation, its names clean."""
    clean = {
        argument.name: clean_words(value, TEXT_LENGTH)
        if argument.sort is Sort.WORDS
        else clean_name(value)
        for argument in subtask.spec.arguments
        if isinstance(value := subtask.argument(argument.name), str)
    }
    return str(subtask.having(**clean))


def subskill_text(subskill: SubSkill) -> str:
    """Return a sub-skill in the prompt's notation; with Explore the room, where it is known."""
    text = " ".join(str(subskill).split())
    if subskill.kind is SubSkillKind.EXPLORE and subskill.room_id:
        return f"{text} <{clean_name(subskill.room_id)}>"
    return text

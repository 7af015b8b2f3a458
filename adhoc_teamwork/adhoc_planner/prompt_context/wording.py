# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write sub-tasks and sub-skills in the prompt's notation, with names that are safe to show."""

from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask
from adhoc_teamwork.teamwork.text.quoting import TEXT_LENGTH, clean_name, clean_words


def subtask_text(subtask: SubTask) -> str:
    """Return a sub-task in the prompt's notation, its names clean."""
    names = (
        clean_name(subtask.room),
        clean_name(subtask.object_id),
        clean_name(subtask.receptacle),
        clean_words(subtask.text, TEXT_LENGTH),
    )
    return str(SubTask(subtask.kind, *names))


def subskill_text(subskill: SubSkill) -> str:
    """Return a sub-skill in the prompt's notation; with Explore the room, where it is known."""
    text = " ".join(str(subskill).split())
    if subskill.kind is SubSkillKind.EXPLORE and subskill.room_id:
        return f"{text} <{clean_name(subskill.room_id)}>"
    return text

# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Write sub-tasks and sub-skills in the prompt's notation, with names that are safe to show."""

from teamwork.quoting import TEXT_LENGTH, clean_name, clean_words
from teamwork.subskill import SubSkill, SubSkillKind
from teamwork.subtask import SubTask


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

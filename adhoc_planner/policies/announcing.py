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

"""Take up what was decided: announce it to the team, unless it is under way already."""

from adhoc_planner.deciding import UNDER_WAY, Decision, Dialogue
from teamwork.subtask import SubTask


def announce(dialogue: Dialogue, subtask: SubTask, reason: str) -> Decision:
    """Return the decision for `subtask`, its intent proposed, without waiting for answers."""
    if subtask == dialogue.view().subtask:
        return go_on(subtask)
    return Decision(subtask, dialogue.propose(subtask, reason), reason)


def go_on(subtask: SubTask) -> Decision:
    """Return the decision to go on with the present sub-task, of which the team has heard."""
    return Decision(subtask, UNDER_WAY, "It is under way and still the best.")

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

"""Answer the stages that ask for one sub-task at once, with or without reasoning."""

from adhoc_planner.offline.chance import Chance
from adhoc_planner.offline.considering import consider
from adhoc_planner.offline.facts import Facts
from adhoc_planner.offline.sections import Prompt


def naive(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best option, without a word on why."""
    return f"[result]\n{consider(prompt, facts, chance)[0].subtask}"


def cot(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best option, and why."""
    best = consider(prompt, facts, chance)[0]
    return f"[analysis] {best.reason}\n[result]\n{best.subtask}"

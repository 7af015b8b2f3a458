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

"""How an agent is set up."""

from dataclasses import dataclass

from adhoc_planner.dialogue import REFLECTION_WAIT
from adhoc_planner.policies.policy import CANDIDATES, ROUNDS
from adhoc_planner.task_config import PAPER_TASK, TaskConfig
from teamwork.capability import Capability


@dataclass(frozen=True)
class AgentSettings:
    """Say who the robot is and how it decides; `session` is new each time the planner starts.

    `policy` is a name that `policies.registry` knows, `candidates` is n_irot, `reflection_wait` is
    in seconds of the ROS clock.
    """

    robot: str
    session: int
    capability: Capability
    policy: str = "irot"
    candidates: int = CANDIDATES
    rounds: int = ROUNDS
    reflection_wait: float = REFLECTION_WAIT
    seed: str = ""
    """For policies that draw lots."""
    task: TaskConfig = PAPER_TASK
    """What the team is to do."""

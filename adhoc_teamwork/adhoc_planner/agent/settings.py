# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How an agent is set up."""

from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.decisions.dialogue import REFLECTION_WAIT
from adhoc_teamwork.adhoc_planner.policies.policy import CANDIDATES, ROUNDS
from adhoc_teamwork.adhoc_planner.task_config import PAPER_TASK, TaskConfig
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel


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
    channel: TeamChannel = OPEN
    """What the team may say to each other."""
    things_take_room: bool = False
    """Whether what stands on furniture is in the way of hands, and told of to who cannot see it."""
    pictures: int = 0
    """How many small pictures a question to the model may have."""
    step: float = 1.0
    """How long a step is in which the channel counts delays and prices, in seconds."""

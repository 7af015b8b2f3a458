# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How an agent was set up, so that it can be set up once more."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig, judged_by
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.task_folders import shared_prompts
from adhoc_teamwork.teamwork.team.channel import OPEN, find_channel

VERSION = 2
_SHORT = 16


@dataclass(frozen=True)
class AgentRecord:
    """Hold how an agent was set up; `task` names a folder of config/tasks.

    `model` and `temperature` are what it asked, `config` has a digest of each file that its prompts
    and its task were made of.
    """

    robot: str
    session: int
    capability: Capability
    policy: str
    candidates: int
    rounds: int
    reflection_wait: float
    seed: str
    task: str
    judgement: str
    model: str
    temperature: float
    config: Mapping[str, str]
    version: int = VERSION
    channel: str = OPEN.name
    pictures: int = 0
    things_take_room: bool = False

    def settings(self, task: TaskConfig) -> AgentSettings:
        """Return the settings of an agent that is set up like this one, on `task`.

        Raises:
            ConfigError: The task cannot be judged as it was, or there is no such channel.
        """
        return AgentSettings(
            robot=self.robot,
            session=self.session,
            capability=self.capability,
            policy=self.policy,
            candidates=self.candidates,
            rounds=self.rounds,
            reflection_wait=self.reflection_wait,
            seed=self.seed,
            task=judged_by(task, self.judgement),
            channel=find_channel(self.channel),
            pictures=self.pictures,
            things_take_room=self.things_take_room,
        )


def record_of(
    settings: AgentSettings, task: Path, judgement: str, model: str, temperature: float
) -> AgentRecord:
    """Return how an agent is set up whose task and prompts come from the folder `task`."""
    return AgentRecord(
        robot=settings.robot,
        session=settings.session,
        capability=settings.capability,
        policy=settings.policy,
        candidates=settings.candidates,
        rounds=settings.rounds,
        reflection_wait=settings.reflection_wait,
        seed=settings.seed,
        task=task.name,
        judgement=judgement,
        model=model,
        temperature=temperature,
        config=config_digests(task),
        channel=settings.channel.name,
        pictures=settings.pictures,
        things_take_room=settings.things_take_room,
    )


def config_digests(task: Path) -> dict[str, str]:
    """Return a digest of each file of a task's folder and of the prompts of all tasks, by name."""
    prompts = {f"prompts/{path.name}": path for path in shared_prompts(task).glob("*.j2")}
    own = [*task.glob("*.j2"), *task.glob("*.yaml")]
    files = prompts | {f"tasks/{task.name}/{path.name}": path for path in own}
    return {name: _digest(path) for name, path in sorted(files.items())}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_SHORT]

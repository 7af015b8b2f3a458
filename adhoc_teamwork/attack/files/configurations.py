# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the readers of configuration files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.task_config import load_task as load_task_folder
from adhoc_teamwork.adhoc_planner.task_config import with_goal
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Target, read_with
from adhoc_teamwork.bringup.isaac_contract import load_contract
from adhoc_teamwork.bringup.process_control.nodes import load_nodes
from adhoc_teamwork.comm_bridge.foreign_agents.config import load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.making import make_format
from adhoc_teamwork.comm_bridge.rules import load_rules
from adhoc_teamwork.perception.masks.vocabulary import load_class_table
from adhoc_teamwork.simulation.tasks.goal_task import load_task_goal
from adhoc_teamwork.simulation.tasks.scenario import load_scenario
from adhoc_teamwork.skills.execution.safety import SafetyRules
from adhoc_teamwork.skills.policy import SkillPolicies
from adhoc_teamwork.teamwork.bodies.resume import Resume
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.discovery import load_discovery
from adhoc_teamwork.teamwork.settings.places import config_dir

_GOALS = (
    b"text: put three mugs on the counter",
    b'predicates: [{category: Mug, receptacle: CounterTop, relation: "ON", count: 3, room: Kitchen}]',
    b"objects: {Mug: 1, Book: 2}\nplace: {receptacle: Bed, room: Bedroom}",
)


def make_targets() -> list[Target]:
    """Return a target for every kind of configuration file."""
    config = config_dir()
    tasks = _files(config, "tasks/*/task.yaml")

    def target(name: str, file: str, seeds: tuple[bytes, ...], read: Callable[[Path], Any],
               shape: Shape = Shape.YAML) -> Target:  # fmt: skip
        return Target(
            name, read_with(read, file), seeds, (ConfigError,), shape, evil.yaml_documents
        )

    return [
        target("task.yaml", "tasks/x/task.yaml", tasks, lambda p: load_task_folder(p.parent)),
        target("task.yaml of the simulator", "tasks/x/task.yaml", tasks,
               lambda p: load_task_goal("x", p.parents[2])),
        target("goal.yaml", "goal.yaml", _GOALS, _with_goal(config)),
        target("scenario", "s.yaml", _files(config, "scenarios/*.yaml"),
               lambda p: load_scenario(str(p), config)),
        target("robot card", "robot.yaml", (_card(config),), load_robot_card),
        target("resume", "resume.json", _files(config, "robots/*.resume.json"),
               lambda p: load_config(p, Resume), Shape.JSON),
        target("safety.yaml", "safety.yaml", (_SAFETY,), _ruled(SafetyRules)),
        target("skills.yaml", "skills.yaml", _files(config, "skills.yaml"),
               _ruled(SkillPolicies)),
        target("stranger", "stranger.yaml", _strangers(config), _read_stranger),
        target("kinds.yaml", "kinds.yaml", _files(config, "communication/kinds.yaml"), load_rules),
        target("nodes.yaml", "nodes.yaml", _files(config, "nodes.yaml"), load_nodes),
        target("network.yaml", "communication/network.yaml",
               _files(config, "communication/network.yaml"),
               lambda p: load_discovery(p.parents[1])),
        target("class table", "coco.yaml", _files(config, "segmenter/*.yaml"), load_class_table),
        target("contract", "contract.yaml", _files(config, "isaac/*.yaml"), load_contract),
    ]  # fmt: skip


_SAFETY = b"""max_speed: 0.5
deadman_timeout: 0.5
keep_out: [{name: stairs, outline: [[1.0, 2.0], [2.0, 2.0], [2.0, 3.0]]}]
"""


def _files(config: Path, pattern: str) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(config.glob(pattern)))


def _card(config: Path) -> bytes:
    """Return a card that stands alone: neither resume nor URDF is beside what is written."""
    lines = (config / "robots" / "small.yaml").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith(("resume:", "urdf:"))).encode()


def _ruled(kind: type[Any]) -> Callable[[Path], Any]:
    """Return how a node reads rules that say themselves what is wrong with them."""

    def read(path: Path) -> Any:
        rules = load_config(path, kind)
        if wrong := rules.wrong():
            raise ConfigError(f"{path}: {wrong}")
        return rules

    return read


def _with_goal(config: Path) -> Callable[[Path], Any]:
    task = load_task_folder(config / "tasks" / "open_ended")
    return lambda path: with_goal(task, str(path))


def _strangers(config: Path) -> tuple[bytes, ...]:
    known = _files(config, "strangers/*.yaml")
    return tuple(seed for seed in known if b"free_text" not in seed)


def _read_stranger(path: Path) -> Any:
    return make_format(load_stranger(path), path, None)

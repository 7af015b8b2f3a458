# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The list of processes that a team needs, read from config/nodes.yaml."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config, read_yaml

Value = bool | int | float | str


class Per(StrEnum):
    """Say of what there is one process each."""

    TEAM = "team"
    ROBOT = "robot"


class Protocol(StrEnum):
    """Say how a process is spoken to and given its parameters."""

    ROS = "ros"
    HTTP = "http"


class When(StrEnum):
    """Say in which kind of run a process is needed."""

    ALWAYS = "always"
    EMBEDDED = "embedded"
    OFFLINE = "offline"
    RECORDED = "recorded"
    SEGMENTED = "segmented"
    ISAAC = "isaac"
    REPLAYED = "replayed"
    GAZEBO = "gazebo"
    DRIVEN = "driven"
    CELL = "cell"


@dataclass(frozen=True)
class NodeSpec:
    """Describe one entry of nodes.yaml; `parameters` hold ``{name}`` where a value goes.

    One that `reports` ends the run by ending with 0 or 1, and with ``output:=json`` it talks in
    lines of JSON with whoever started it.
    """

    executable: str
    module: str
    per: Per
    protocol: Protocol = Protocol.ROS
    when: When = When.ALWAYS
    restarts: int = 5
    back_within: float = 8.0
    reports: bool = False
    parameters: dict[str, Value] = field(default_factory=dict)

    def filled(self, values: Mapping[str, Value], source: str = "nodes.yaml") -> dict[str, Value]:
        """Return the parameters with every ``{name}`` replaced, types kept.

        Raises:
            ConfigError: A name for which there is no value.
        """
        return {
            key: self._fill(key, value, values, source) for key, value in self.parameters.items()
        }

    def _fill(self, key: str, value: Value, values: Mapping[str, Value], source: str) -> Value:
        if not (isinstance(value, str) and value.startswith("{") and value.endswith("}")):
            return value
        name = value[1:-1]
        if name not in values:
            raise ConfigError(
                f"{source}: {self.executable}.{key}: no value for {{{name}}}; "
                f"expected one of {', '.join(sorted(values))}"
            )
        return values[name]


def load_nodes(path: Path) -> tuple[NodeSpec, ...]:
    """Read nodes.yaml.

    Raises:
        ConfigError: The file cannot be read, or an entry is wrong.
    """
    data = read_yaml(path)
    if not isinstance(data, dict) or not isinstance(data.get("nodes"), list):
        raise ConfigError(f"{path}: nodes: expected a list of processes under this key")
    nodes = tuple(
        parse_config(entry, NodeSpec, f"{path}: nodes[{index}]")
        for index, entry in enumerate(data["nodes"])
    )
    names = [node.executable for node in nodes]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{path}: nodes: '{name}' is listed twice; expected each once")
    return nodes


def needed(nodes: tuple[NodeSpec, ...], circumstances: set[When]) -> tuple[NodeSpec, ...]:
    """Return the entries for a run under the given circumstances.

    Arms of a cell have nothing but what is listed for cells.
    """
    others = (Per.TEAM,) if When.CELL in circumstances else tuple(Per)
    return tuple(
        node
        for node in nodes
        if node.when in circumstances or (node.when is When.ALWAYS and node.per in others)
    )

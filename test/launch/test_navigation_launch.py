# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What `navigation.launch.py` starts of the real nav2_bringup, where a Nav2 is sourced."""

from pathlib import Path
from typing import Any

import pytest
from launch_walk import followed

from adhoc_teamwork.bringup.process_control.nav2_process import PARTICIPANTS
from adhoc_teamwork.skills.nav2.parameters import nav2_parameters
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.places import config_dir

_WHY = "{} is not importable: it comes with a sourced Nav2, not with the wheels"
pytest.importorskip("launch_ros.actions", reason=_WHY.format("launch_ros"))
pytest.importorskip("nav2_common.launch", reason=_WHY.format("nav2_common"))

MANAGERS = {"lifecycle_manager_localization", "lifecycle_manager_navigation"}


def resolved(node: Any, topic: str) -> str:
    """Return what a topic becomes: the first rule that fits counts."""
    fitting = [to for of, to in node.expanded_remapping_rules or () if of == topic]
    return fitting[0] if fitting else topic


def name_of(node: Any) -> str:
    """Return a node's name; one that is given none has that of its program."""
    name = str(node.node_name).split("/")[-1]
    return str(node.node_executable) if "unspecified" in name else name


@pytest.fixture(scope="module")
def nav2(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what is started for one robot, by name, with what it is told."""
    folder = tmp_path_factory.mktemp("nav2")
    (folder / "map.yaml").touch()
    given = {"namespace": "rex", "robot_card": "quadruped", "map": str(folder / "map.yaml")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(folder))
        return {name_of(node): node for node in followed("navigation.launch.py", given)}


def test_each_is_a_participant_of_its_own_in_the_robots_namespace(nav2: dict[str, Any]) -> None:
    assert len(nav2) == PARTICIPANTS
    assert {node.expanded_node_namespace for node in nav2.values()} == {"/rex"}


def test_none_tells_the_base_itself_but_the_mux_that_heeds_stops(nav2: dict[str, Any]) -> None:
    assert resolved(nav2["twist_mux"], "cmd_vel_out") == topics.CMD_VEL
    others = [node for name, node in nav2.items() if name != "twist_mux"]
    assert {resolved(node, topics.CMD_VEL) for node in others} == {"cmd_vel_nav"}


def test_all_share_one_tf(nav2: dict[str, Any]) -> None:
    others = [node for name, node in nav2.items() if name != "twist_mux"]
    for topic in ("/tf", "/tf_static"):
        assert {resolved(node, topic) for node in others} == {topic}


def test_every_node_finds_its_parameters(nav2: dict[str, Any]) -> None:
    card = load_robot_card(Path(config_dir(), "robots", "quadruped.yaml"))
    assert set(nav2) - MANAGERS - {"map_server", "twist_mux"} <= set(nav2_parameters("rex", card))


def test_a_node_that_gets_no_processor_for_a_while_is_not_taken_for_dead(
    nav2: dict[str, Any],
) -> None:
    """As while another robot's Nav2 starts on the same small computer."""
    from launch.substitutions import TextSubstitution

    for name in MANAGERS:
        texts = [p for word in nav2[name].cmd for p in word if isinstance(p, TextSubstitution)]
        assert "bond_timeout:=15.0" in [part.text for part in texts]

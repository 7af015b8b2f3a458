"""The team for Isaac Sim, walked: every node, parameter and argument against the contract."""

from pathlib import Path

import pytest
from launch_walk import nodes, settled, started, visit

from bringup.isaac_contract import Source, load_contract
from simulation.world_command import main
from teamwork.config import ConfigError
from teamwork.places import config_dir

_WHY = "{} is not importable: it comes with a ROS 2 installation, not with the wheels"
pytest.importorskip("launch.actions", reason=_WHY.format("launch"))
pytest.importorskip("launch_ros.actions", reason=_WHY.format("launch_ros"))

NAME = "isaac.launch.py"
STARTS = {"tall": ("1.0", "2.0", "0.0"), "dog": ("3.5", "-2.0", "1.57")}


@pytest.fixture
def arguments(tmp_path: Path) -> dict[str, str]:
    table = tmp_path / "classes.yaml"
    assert main(["two_rooms", "--classes", str(table)]) == 0
    return {"robots": "tall=tall@1,2,0 dog=quadruped@3.5,-2,1.57", "isaac_classes": str(table)}


def test_the_team_has_what_each_robot_needs(arguments: dict[str, str]) -> None:
    own = ("isaac_masks", "perception", "planner", "skills", "robot_state_publisher")
    actions = visit(NAME, arguments)
    expected = ["broker", *(2 * [*own, "static_transform_publisher"])]
    assert sorted(nodes(actions)) == sorted(expected)
    for executable in set(expected):
        for action in started(actions, executable).values():
            assert settled(action)[1]["use_sim_time"] is True, executable
    for action in started(actions, "isaac_masks").values():
        assert settled(action)[1]["classes"] == arguments["isaac_classes"]


def test_transforms_are_those_of_the_contract(arguments: dict[str, str]) -> None:
    contract = load_contract(config_dir() / "isaac" / "contract.yaml")
    frame = contract.frame(Source.LAUNCH)
    actions = visit(NAME, arguments)
    publishers = started(actions, "robot_state_publisher")
    fixed = started(actions, "static_transform_publisher")
    for name, (x, y, yaw) in STARTS.items():
        _, given, _ = settled(publishers[f"/{name}"])
        assert given["frame_prefix"] == f"{name}/"
        for link in (f.child for f in contract.frames if f.by is Source.STATE_PUBLISHER):
            assert f'<link name="{link.partition("/")[2]}"' in given["robot_description"]
        _, _, words = settled(fixed[f"/{name}"])
        pairs = dict(zip(words[::2], words[1::2], strict=False))
        assert (pairs["--x"], pairs["--y"], pairs["--yaw"]) == (x, y, yaw)
        assert pairs["--frame-id"] == frame.parent
        assert pairs["--child-frame-id"] == frame.child.format(robot=name)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"robots": "tall=tall"}, "NAME=CARD@X,Y,YAW"),
        ({"robots": "a=nobody@0,0,0"}, "no such robot card"),
        ({"isaac_classes": ""}, "isaac_classes: empty"),
        ({"isaac_classes": "/none.yaml"}, "no such file"),
        ({"contract": "/none.yaml"}, "/none.yaml"),
    ],
)
def test_a_wrong_argument_is_named(
    arguments: dict[str, str], change: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        visit(NAME, {**arguments, **change})


def test_masks_come_from_one_source(arguments: dict[str, str], tmp_path: Path) -> None:
    model = tmp_path / "model.onnx"
    model.touch()
    given = {"namespace": "r", "robot_card": "small", "segmenter_model": str(model)}
    given["isaac_classes"] = arguments["isaac_classes"]
    with pytest.raises(ConfigError, match="masks come from one of them"):
        visit("robot.launch.py", given)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The skills node between a real action client and scripted servers."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from adhoc_interfaces.action import ExecuteSkill
from adhoc_interfaces.srv import Manipulate
from nav2_msgs.action import NavigateToPose
from nav2_msgs.msg import CostmapFilterInfo, SpeedLimit
from nav_msgs.msg import OccupancyGrid
from node_manager import ACTIVATE, CLEANUP, CONFIGURE, DEACTIVATE, NodeManager, set_up
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.parameter import Parameter
from scripted_servers import (
    ABORTED,
    CANCELED,
    SUCCEEDED,
    Spinner,
    eventually,
    new_name,
    quickest,
)
from skills_fakes import scene, thing
from skills_team import CARD, Team, skills_node
from std_msgs.msg import Bool

from adhoc_teamwork.skills.ros.node import SkillsNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_command_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import stop_record
from adhoc_teamwork.teamwork.team.emergency_stop import StopCommand

PRESS = StopCommand("console", "", 1, pressed=True)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "quadruped.yaml"
    path.write_text(CARD, encoding="utf-8")
    return path


@pytest.fixture
def team(ros_context: Any, card: Path) -> Iterator[Team]:
    team = Team(ros_context, card)
    yield team
    team.close()


def test_go_to_point_drives_and_reports(team: Team) -> None:
    team.nav.speed = 2.0
    status, result = team.end(team.send("GoToPoint", dx=1.0, dy=0.5))
    assert status == SUCCEEDED
    assert result.success
    assert (team.nav.pose.x, team.nav.pose.y) == pytest.approx((2.0, 1.5))
    assert result.path_length == pytest.approx(1.118, abs=0.15)
    assert 0.3 < result.duration < 30.0
    assert team.feedback
    assert team.feedback[-1].stage == "execution"


def test_pick_up_and_put_down_through_the_service(team: Team) -> None:
    status, result = team.end(team.send("PickupObject", object_id="Mug_0"))
    assert (status, result.success) == (SUCCEEDED, True)
    target = team.robot.calls[0].target
    assert target.header.frame_id == "map"
    assert (target.point.x, target.point.y) == pytest.approx((1.6, 1.0))
    status, result = team.end(team.send("PickupObject", object_id="Mug_0"))
    assert (status, result.stage, result.cause) == (ABORTED, "precondition", "hand_full")
    status, result = team.end(team.send("PutObject", object_id="Mug_0", receptacle_id="Floor"))
    assert (status, result.success) == (SUCCEEDED, True)
    assert not team.robot.holds


@pytest.mark.parametrize(
    ("word", "cause"),
    [
        ("too_heavy", "too_heavy"),
        ("lost_object", "lost_object"),
        ("too_strange", "grasp_failed"),
    ],
)
def test_what_the_arm_driver_says_reaches_the_planner(team: Team, word: str, cause: str) -> None:
    team.robot.refuse = word
    status, result = team.end(team.send("PickupObject", object_id="Mug_0"))
    assert (status, result.stage, result.cause) == (ABORTED, "execution", cause)
    assert "Mug_0" in result.message


@pytest.mark.parametrize(
    ("mode", "cause"),
    [("reject", "navigation_rejected"), ("abort", "navigation_aborted"), ("no_way", "unreachable")],
)
def test_what_navigation_says_reaches_the_planner(team: Team, mode: str, cause: str) -> None:
    team.nav.mode = mode
    status, result = team.end(team.send("GoToPoint", dx=1.0))
    assert (status, result.stage, result.cause) == (ABORTED, "execution", cause)
    assert result.message


@pytest.mark.alone
def test_cancel_stops_the_robot_within_half_a_second(team: Team) -> None:
    team.nav.speed = 0.2

    def stop() -> float:
        handle = team.send("GoToPoint", dx=1.5)
        assert eventually(lambda: team.nav.moving)
        began = time.monotonic()
        handle.cancel_goal_async()
        assert eventually(lambda: not team.nav.moving)
        taken = time.monotonic() - began
        status, result = team.end(handle)
        assert (status, result.cause) == (CANCELED, "cancelled")
        return taken

    assert quickest(stop) < 0.5


def test_a_new_goal_takes_the_place_of_the_old_one(team: Team) -> None:
    team.nav.speed = 0.2
    old = team.send("GoToPoint", dx=2.0)
    assert eventually(lambda: team.nav.moving)
    new = team.send("Stop")
    status, result = team.end(old)
    assert (status, result.cause) == (ABORTED, "cancelled")
    assert "Stop takes its place" in result.message
    assert team.end(new)[0] == SUCCEEDED
    assert not team.nav.moving


def test_time_limit_and_unknown_names(team: Team) -> None:
    team.nav.speed = 0.2
    goal = {"dx": 2.0, "time_limit": 0.5}
    status, result = team.end(team.send("GoToPoint", **goal))
    assert (status, result.cause) == (ABORTED, "timeout")
    assert eventually(lambda: not team.nav.moving)
    status, result = team.end(team.send("Dance"))
    assert (status, result.stage, result.cause) == (ABORTED, "precondition", "unknown_skill")


def test_diagnostics_say_what_it_is_doing(team: Team) -> None:
    team.nav.speed = 0.2
    team.send("GoToPoint", dx=2.0)

    def busy() -> bool:
        values = {v.key: v.value for m in team.diagnostics for v in m.status[0].values}
        return values.get("sub-skill") == "GoToPoint <2> <0>" and values["hand"] == "empty"

    assert eventually(busy)


def test_shutdown_stops_the_robot(team: Team) -> None:
    team.nav.speed = 0.2
    handle = team.send("GoToPoint", dx=2.0)
    assert eventually(lambda: team.nav.moving)
    result = handle.get_result_async()
    team.skills.shutdown()
    assert eventually(lambda: not team.nav.moving)
    assert eventually(result.done)
    assert result.result().result.cause == "cancelled"


def test_wrong_parameters_are_one_clear_line(ros_context: Any, card: Path, tmp_path: Path) -> None:
    for path, limits, words in (
        (tmp_path / "none.yaml", {}, "none.yaml"),
        (card, {"Explore": -1.0}, "time_limit.Explore"),
    ):
        with pytest.raises(ConfigError, match=words):
            set_up(skills_node(ros_context, path, **limits))


def test_inactive_it_stops_the_robot_and_takes_no_goals(
    team: Team, manage: Callable[..., NodeManager]
) -> None:
    manager = manage(f"/{team.name}/skills")
    team.nav.speed = 0.2
    handle = team.send("GoToPoint", dx=2.0)
    assert eventually(lambda: team.nav.moving)
    assert manager.change(DEACTIVATE)
    status, result = team.end(handle)
    assert (status, result.cause) == (ABORTED, "cancelled")
    assert not team.nav.moving
    assert manager.status(f"{team.name}: skills", "inactive: waits to be activated")
    refused = team.client.send_goal_async(ExecuteSkill.Goal(skill="Stop"))
    assert eventually(refused.done)
    assert not refused.result().accepted
    assert manager.change(ACTIVATE)
    assert team.end(team.send("Stop"))[0] == SUCCEEDED
    for transition in (DEACTIVATE, CLEANUP):
        assert manager.change(transition)
    assert eventually(lambda: not team.client.server_is_ready())
    for transition in (CONFIGURE, ACTIVATE):
        assert manager.change(transition)
    assert team.client.wait_for_server(timeout_sec=15.0)
    assert eventually(lambda: team.skills._world.pose is not None)
    assert any(team._answers() for _ in range(5))
    team.nav.speed = 2.0
    assert team.end(team.send("GoToPoint", dx=0.5))[0] == SUCCEEDED


def test_changed_limits_take_effect(team: Team, manage: Callable[..., NodeManager]) -> None:
    manager = manage(f"/{team.name}/skills")
    heard: list[float] = []
    team.planner.create_subscription(
        SpeedLimit, topics.SPEED_LIMIT, lambda m: heard.append(m.speed_limit), qos.RELIABLE
    )
    assert manager.refusal(max_speed=0.3, time_limit__GoToPoint=0.5) == ""
    assert eventually(lambda: heard[-1:] == [0.3])
    team.nav.speed = 0.1
    status, result = team.end(team.send("GoToPoint", dx=1.0))
    assert (status, result.cause) == (ABORTED, "timeout")
    assert manager.refusal(max_speed=0.0, time_limit__GoToPoint=0.0) == ""
    assert eventually(lambda: heard[-1:] == [0.0])
    assert team.skills._registry.limit("GoToPoint") == 60.0
    assert "out of range" in manager.refusal(max_speed=-1.0)
    assert "read-only" in manager.refusal(arm="service")


def test_a_parameter_cannot_lift_the_speed_limit_of_the_safety_file(
    ros_context: Any, card: Path, tmp_path: Path
) -> None:
    rules = tmp_path / "safety.yaml"
    rules.write_text("max_speed: 0.5\n", encoding="utf-8")
    for asked, allowed in ((0.0, 0.5), (0.2, 0.2), (2.0, 0.5)):
        overrides = {"robot_card": str(card), "safety_config": str(rules), "max_speed": asked}
        node = SkillsNode(
            context=ros_context,
            namespace=new_name(),
            parameter_overrides=[Parameter(name, value=v) for name, v in overrides.items()],
        )
        safety = node._safety
        set_up(node)
        assert safety.rules.max_speed == allowed


@pytest.mark.parametrize(
    ("zones", "values"),
    [
        ("[]", {-1}),
        ("[{name: stairs, outline: [[1.0, 2.0], [2.0, 2.0], [2.0, 3.0]]}]", {-1, 100}),
    ],
)
def test_who_plans_hears_of_keep_out_zones_whenever_it_comes(
    ros_context: Any, card: Path, tmp_path: Path, zones: str, values: set[int]
) -> None:
    rules = tmp_path / "safety.yaml"
    rules.write_text(f"keep_out: {zones}\n", encoding="utf-8")
    overrides = {"robot_card": str(card), "safety_config": str(rules)}
    robot = new_name()
    node = SkillsNode(
        context=ros_context,
        namespace=robot,
        parameter_overrides=[Parameter(name, value=v) for name, v in overrides.items()],
    )
    node.setup()
    infos: list[Any] = []
    masks: list[Any] = []
    late = Node("late", namespace=robot, context=ros_context)
    late.create_subscription(CostmapFilterInfo, topics.KEEP_OUT_FILTER, infos.append, qos.LATCHED)
    late.create_subscription(OccupancyGrid, topics.KEEP_OUT_MASK, masks.append, qos.LATCHED)
    spinner = Spinner(ros_context, late)
    assert eventually(lambda: infos and masks)
    spinner.close()
    node.shutdown()
    for ended in (late, node):
        ended.destroy_node()
    (info,), (mask,) = infos, masks
    assert (info.type, info.base, info.multiplier) == (0, 0.0, 1.0)
    assert info.filter_mask_topic == f"/{robot}/{topics.KEEP_OUT_MASK}"
    assert mask.header.frame_id == topics.MAP_FRAME
    assert len(mask.data) == mask.info.width * mask.info.height
    assert set(mask.data) == values


def test_nav2_that_rejects_gives_up_and_recovers_is_coped_with(team: Team) -> None:
    team.nav.script, team.nav.mode = ["reject", "succeed"], "succeed"
    _, result = team.end(team.send("GoToPoint", dx=0.5))
    assert result.success, result.message
    assert team.nav.goals == 2
    team.nav.script = ["abort", "succeed"]
    _, result = team.end(team.send("GoToPoint", dx=0.5))
    assert result.success, result.message
    assert eventually(lambda: team.nav.cleared >= 2)


def test_nav2_that_never_ends_runs_into_the_limit_and_the_next_drive_succeeds(team: Team) -> None:
    team.nav.script, team.nav.mode, team.nav.speed = ["silent"], "silent", 0.0
    handle = team.send("GoToPoint", dx=0.5, time_limit=1.0)
    status, result = team.end(handle)
    assert (status, result.cause, result.stage) == (ABORTED, "timeout", "execution")
    assert result.remedy == "try_again"
    assert eventually(lambda: not team.nav.moving)
    team.nav.mode, team.nav.speed = "succeed", 50.0
    _, result = team.end(team.send("GoToPoint", dx=0.5))
    assert result.success, result.message


@pytest.mark.parametrize("profile", [qos.LATCHED, qos.RELIABLE])
def test_emergency_stop_ends_a_drive_and_refuses_the_next(team: Team, profile: Any) -> None:
    stop = team.planner.create_publisher(Bool, f"/{topics.EMERGENCY_STOP}", profile)
    assert eventually(lambda: stop.get_subscription_count() > 0)
    team.nav.mode, team.nav.speed = "silent", 0.5
    handle = team.send("GoToPoint", dx=2.0)
    assert eventually(lambda: team.nav.moving)
    stop.publish(Bool(data=True))
    status, result = team.end(handle)
    assert (status, result.cause, result.remedy) == (ABORTED, "emergency_stop", "person")
    assert eventually(lambda: not team.nav.moving)
    goals = team.nav.goals
    _, result = team.end(team.send("GoToPoint", dx=0.5))
    assert (result.cause, team.nav.goals) == ("emergency_stop", goals)
    stop.publish(Bool(data=False))
    team.nav.mode, team.nav.speed = "succeed", 50.0
    assert eventually(lambda: not team.skills._safety.stop.stopped)
    _, result = team.end(team.send("GoToPoint", dx=0.5))
    assert result.success, result.message


def pressing(team: Team) -> Any:
    """Return a publisher of words about the emergency stop that the skills node hears."""
    kind, profile = type(stop_command_to_ros(PRESS)), qos.STOPS
    publisher = team.planner.create_publisher(kind, topics.STOP_COMMANDS, profile)
    assert eventually(lambda: publisher.get_subscription_count() > 0)
    return publisher


def test_a_base_that_obeys_no_cancel_is_told_on_and_on_and_an_alarm_is_raised(team: Team) -> None:
    speaker = pressing(team)
    team.nav.mode, team.nav.speed = "deaf", 0.3
    handle = team.send("GoToPoint", dx=2.0)
    assert eventually(lambda: team.nav.moving)
    speaker.publish(stop_command_to_ros(PRESS))
    _, result = team.end(handle)
    assert result.cause == "emergency_stop"
    cancels = team.nav.cancels

    def alarm() -> bool:
        statuses = [s for m in team.diagnostics for s in m.status]
        return any("told to stand still" in s.message and s.level == b"\2" for s in statuses)

    assert eventually(alarm)
    assert eventually(lambda: team.nav.cancels > cancels + 2)
    team.nav.mode = "silent"
    assert eventually(lambda: not team.nav.moving)


def test_a_stopped_robot_that_somebody_else_drives_is_stopped_as_well(team: Team) -> None:
    speaker = pressing(team)
    team.nav.mode, team.nav.speed = "silent", 0.3
    client = ActionClient(team.planner, NavigateToPose, topics.NAVIGATE_TO_POSE)
    assert client.wait_for_server(timeout_sec=15.0)
    goal = NavigateToPose.Goal()
    goal.pose.pose.position.x = 9.0
    client.send_goal_async(goal)
    assert eventually(lambda: team.nav.moving)
    speaker.publish(stop_command_to_ros(PRESS))
    assert eventually(lambda: not team.nav.moving)


def test_a_restarted_node_stands_still_until_the_stop_is_released(
    ros_context: Any, card: Path, team: Team
) -> None:
    speaker = pressing(team)
    speaker.publish(stop_command_to_ros(PRESS))
    assert eventually(lambda: team.skills._safety.stop.stopped)
    assert eventually(lambda: stop_record(None, team.name, "skills").exists())
    team.planner.destroy_publisher(speaker)
    again = skills_node(ros_context, card, team.name)
    again.setup()
    stop = again._safety.stop
    assert [word.source for word in stop.pressed] == [PRESS.source]
    stop.take([PRESS.release("operator")])
    assert not stop.stopped
    again.shutdown()
    again.destroy_node()


def test_an_arm_driver_that_works_is_told_to_stop(team: Team) -> None:
    speaker = pressing(team)
    team.robot.works = True
    handle = team.send("PickupObject", object_id="Mug_0")
    assert eventually(lambda: bool(team.robot.calls))
    speaker.publish(stop_command_to_ros(PRESS))
    _, result = team.end(handle)
    assert (result.cause, team.robot.holds) == ("emergency_stop", False)
    assert team.robot.calls[-1].command == Manipulate.Request.STOP


def test_a_persons_command_runs_only_while_the_deadman_switch_is_held(team: Team) -> None:
    _, result = team.end(team.send("GoToPoint", dx=0.5, needs_deadman=True))
    assert (result.cause, team.nav.goals) == ("deadman_released", 0)
    switch = team.planner.create_publisher(Bool, topics.DEADMAN, qos.RELIABLE)
    assert eventually(lambda: switch.get_subscription_count() > 0)
    released = threading.Event()
    team.planner.create_timer(0.05, lambda: released.is_set() or switch.publish(Bool(data=True)))
    assert eventually(lambda: team.skills._safety._held_at > 0.0)
    team.nav.mode, team.nav.speed = "silent", 0.2
    # A busy machine may be late with the next sign of the switch.
    team.skills._safety.rules = replace(team.skills._safety.rules, deadman_timeout=3.0)
    handle = team.send("GoToPoint", dx=2.0, needs_deadman=True)
    assert eventually(lambda: team.nav.moving)
    # Cancelling the timer here would end the thread that is about to call it.
    released.set()
    _, result = team.end(handle)
    assert result.cause == "deadman_released"
    assert eventually(lambda: not team.nav.moving)


def test_feedback_tells_where_the_base_drives_to(team: Team) -> None:
    team.nav.speed = 1.0
    team.end(team.send("GoToPoint", dx=1.0))
    told = [place for f in team.feedback for place in f.heading_for]
    assert told
    assert (told[-1].x, told[-1].y) == pytest.approx((2.0, 1.0))


def test_doors_go_through_the_service(team: Team) -> None:
    fridge = replace(thing("Fridge_0", 1.6, 1.0), pickupable=False, is_receptacle=True, closed=True)
    team.graphs.publish(scene_graph_to_ros(scene(fridge)))
    assert eventually(lambda: team.end(team.send("OpenObject", object_id="Fridge_0"))[1].success)
    assert team.robot.calls[-1].command == Manipulate.Request.OPEN

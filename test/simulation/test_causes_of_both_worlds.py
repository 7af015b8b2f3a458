# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The benchmark's lattice and the simulator behind ROS refuse the same deed with the same cause."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import pytest

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import StepBody
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.manipulation.door_hand import (
    close_door,
    open_door,
    put_in,
    set_state,
)
from adhoc_teamwork.simulation.manipulation.hand import grasp, release
from adhoc_teamwork.simulation.simulator import HandCommand, Simulator
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.skills.back_ends.driver_words import navigation_cause
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import NOT_ITS_FAULT, Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

NORTH = math.pi / 2.0
AT_TABLE, AT_SHELF = Pose(2.25, 2.25, NORTH), Pose(7.5, 3.25, NORTH)
BEHIND_WALL = Pose(4.25, 0.5, math.pi)
BARE = Furnishing()
CUPBOARD = Furnishing(openable={"Table": 1})
LAMP = Furnishing(states={"Table": {"power": ("off", "on")}})
POTS = Furnishing(containers={"Pot": 1, "Mug": 1})


@dataclass(frozen=True)
class Situation:
    """Say what stands where in the small house, and what a robot does: the last deed is refused."""

    cause: Cause
    deeds: tuple[tuple[str, str], ...]
    stand: Pose = AT_TABLE
    arm: bool = True
    furnishing: Furnishing = BARE
    inside: tuple[tuple[str, str], ...] = ()
    in_hand: str = ""
    in_other_hand: str = ""


SITUATIONS = {
    "no arm": Situation(Cause.NO_ARM, (("pick", "Mug"),), arm=False),
    "no arm for a door": Situation(
        Cause.NO_ARM, (("open", "Table"),), arm=False, furnishing=CUPBOARD
    ),
    "the hand is full": Situation(Cause.HAND_FULL, (("pick", "Mug"), ("pick", "Pot"))),
    "the hand is empty": Situation(Cause.HAND_EMPTY, (("put", "Table"),)),
    "furniture": Situation(Cause.NOT_PICKUPABLE, (("pick", "Table"),)),
    "a thing too far away": Situation(Cause.TOO_FAR, (("pick", "Bottle"),)),
    "a receptacle too far away": Situation(Cause.TOO_FAR, (("pick", "Mug"), ("put", "Bin"))),
    "a receptacle behind a wall": Situation(
        Cause.TOO_FAR, (("put", "Bin"),), BEHIND_WALL, in_hand="Bottle"
    ),
    "a door behind a wall": Situation(
        Cause.TOO_FAR, (("open", "Bin"),), BEHIND_WALL, furnishing=Furnishing(openable={"Bin": 1})
    ),
    "a door too far away": Situation(
        Cause.TOO_FAR, (("open", "Table"),), Pose(2.0, 0.5, NORTH), furnishing=CUPBOARD
    ),
    "a thing too heavy": Situation(Cause.TOO_HEAVY, (("pick", "Pot"),)),
    "too heavy with what is in it": Situation(
        Cause.TOO_HEAVY,
        (("pick", "Mug"),),
        furnishing=Furnishing(containers={"Mug": 1}),
        inside=(("Pot|0", "Mug|0"),),
    ),
    "a thing in a teammate's hand": Situation(
        Cause.HELD_BY_OTHER, (("pick", "Mug"),), in_other_hand="Mug"
    ),
    "a thing behind a door": Situation(
        Cause.CLOSED,
        (("pick", "Mug"),),
        AT_SHELF,
        furnishing=Furnishing(openable={"Shelf": 1}),
        inside=(("Mug|0", "Shelf|0"),),
    ),
    "a closed cupboard": Situation(
        Cause.CLOSED, (("pick", "Mug"), ("put in", "Table")), furnishing=CUPBOARD
    ),
    "a full cupboard": Situation(
        Cause.NO_SPACE,
        (("pick", "Mug"), ("open", "Table"), ("put in", "Table")),
        furnishing=CUPBOARD,
        inside=(("Bottle|0", "Table|0"),),
    ),
    "a shelf too low": Situation(Cause.NO_SPACE, (("put", "Shelf"),), AT_SHELF, in_hand="Bottle"),
    "a container into a container": Situation(
        Cause.NOT_RECEPTACLE, (("pick", "Mug"), ("put in", "Pot")), furnishing=POTS
    ),
    "no door": Situation(Cause.NOT_OPENABLE, (("open", "Bin"),), furnishing=CUPBOARD),
    "open already": Situation(
        Cause.BAD_ARGUMENT, (("open", "Table"), ("open", "Table")), furnishing=CUPBOARD
    ),
    "no states": Situation(Cause.NO_STATE, (("power=on", "Bin"),), furnishing=LAMP),
    "no such state": Situation(Cause.NO_STATE, (("light=on", "Table"),), furnishing=LAMP),
    "no such value": Situation(Cause.NO_STATE, (("power=half", "Table"),), furnishing=LAMP),
    "on already": Situation(
        Cause.BAD_ARGUMENT, (("power=on", "Table"), ("power=on", "Table")), furnishing=LAMP
    ),
    "off already": Situation(Cause.BAD_ARGUMENT, (("power=off", "Table"),), furnishing=LAMP),
    "a button too far away": Situation(
        Cause.TOO_FAR, (("power=on", "Table"),), Pose(2.0, 0.5, NORTH), furnishing=LAMP
    ),
    "no arm for a button": Situation(
        Cause.NO_ARM, (("power=on", "Table"),), arm=False, furnishing=LAMP
    ),
    "closed already": Situation(Cause.BAD_ARGUMENT, (("close", "Table"),), furnishing=CUPBOARD),
}


@dataclass(frozen=True)
class Spec:
    """Describe a robot of the lattice: as strong as the one behind ROS."""

    start: Pose
    can_manipulate: bool = True
    camera_height: float = 0.9
    payload: float = 1.0
    reach_max_height: float = 2.2
    body: StepBody | None = None
    hands: int = 1
    battery: int = 100


class Acting(Protocol):
    """Have a robot of one world do something; return why it was refused, None where it was not."""

    def __call__(self, deed: str, thing: str) -> Cause | None: ...


def on_the_lattice(house: House, situation: Situation, _: RobotCard) -> Acting:
    step_house = StepHouse.of(house)
    world = StepWorld(step_house, (), furnishing=situation.furnishing, inside=situation.inside)
    stand = situation.stand
    robot = world.join("al", Spec(stand, situation.arm))
    other = world.join("bo", Spec(Pose(stand.x - 0.5, stand.y, stand.yaw)))
    for holder, name in ((robot, situation.in_hand), (other, situation.in_other_hand)):
        if name:
            holder.held = (step_house.by_id[f"{name}_0"],)
            world.scene.take(*holder.held)
    kinds = {
        "pick": ActionKind.PICK_UP,
        "put": ActionKind.PUT_DOWN,
        "put in": ActionKind.PUT_DOWN,
        "open": ActionKind.OPEN,
        "close": ActionKind.CLOSE,
    }

    def act(deed: str, thing: str) -> Cause | None:
        action = Action(kinds.get(deed, ActionKind.SET), f"{thing}_0")
        if deed not in kinds:
            action = replace(action, state=State.read(deed))
        return world.step({"al": action})["al"].cause

    return act


def behind_ros(house: House, situation: Situation, card: RobotCard) -> Acting:
    bare = replace(card, capability=Capability("plain"))
    task = Task(
        "t",
        "h",
        0,
        (),
        (TaskRobot("al", "arm", situation.stand), TaskRobot("bo", "arm", Pose(1.75, 2.25))),
        furnishing=situation.furnishing,
        inside=situation.inside,
    )
    world = World.from_task(house, task, {"al": card if situation.arm else bare, "bo": card})
    robot, other = world.robots["al"], world.robots["bo"]
    robot.joined = other.joined = True
    for holder, name in ((robot, situation.in_hand), (other, situation.in_other_hand)):
        if name:
            world.take(world.objects[f"{name}|0"], holder)
    deeds = {
        "pick": grasp, "put": release, "put in": put_in, "open": open_door, "close": close_door
    }  # fmt: skip

    def act(deed: str, thing: str) -> Cause | None:
        target = world.objects[f"{thing}|0"]
        at = target.centre
        if target.source.surfaces and deed == "pick":
            # Away from what lies on it.
            at = Point(at.x - 0.3, at.y - 0.25, at.z)
        elif target.source.surfaces and deed == "put":
            at = Point(at.x, at.y, target.source.surfaces[0].z)
        if deed not in deeds:
            return set_state(world, robot, at, deed).cause
        return deeds[deed](world, robot, at).cause

    return act


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS.keys())
@pytest.mark.parametrize("world", [on_the_lattice, behind_ros])
def test_what_is_refused_has_one_cause(
    world: Callable[[House, Situation, RobotCard], Acting],
    situation: Situation,
    small_house: House,
    arm_card: RobotCard,
) -> None:
    act = world(small_house, situation, arm_card)
    *before, last = situation.deeds
    assert [act(*deed) for deed in before] == [None] * len(before)
    assert act(*last) is situation.cause


def test_a_robot_that_is_stopped_did_not_fail(
    small_house: House, make_simulator: Callable[..., Simulator]
) -> None:
    lattice = StepWorld(StepHouse.of(small_house), ())
    lattice.join("al", Spec(AT_TABLE))
    lattice.step({"al": Action(ActionKind.STOP)})
    refused = lattice.step({"al": Action(ActionKind.PICK_UP, "Mug_0")})["al"]
    simulator = make_simulator()
    action = simulator.manipulate("al", HandCommand.GRASP, Point(2.0, 2.8, 0.8))
    simulator.stop_hand("al")
    assert action.result is not None
    assert refused.cause is action.result.cause is Cause.CANCELLED


def test_a_robot_whose_battery_is_empty_says_so(
    small_house: House, make_simulator: Callable[..., Simulator]
) -> None:
    lattice = StepWorld(StepHouse.of(small_house), ())
    lattice.join("al", Spec(AT_TABLE, battery=1))
    lattice.step({"al": Action(ActionKind.LOOK_UP)})
    refused = lattice.step({"al": Action(ActionKind.PICK_UP, "Mug_0")})["al"]
    simulator = make_simulator()
    at_work = simulator.manipulate("al", HandCommand.GRASP, Point(2.0, 2.8, 0.8))
    driving = simulator.navigate("al", Pose(1.0, 1.0))
    simulator.world.robots["al"].battery = 0.0
    for _ in range(10):
        simulator.step()
    anew = simulator.manipulate("al", HandCommand.GRASP, Point(2.0, 2.8, 0.8))
    assert at_work.result is not None
    assert anew.result is not None
    drive_cause, _ = navigation_cause(driving.error)
    assert refused.cause is Cause.BATTERY_EMPTY
    assert at_work.result.cause is anew.result.cause is drive_cause is Cause.BATTERY_EMPTY
    assert Cause.BATTERY_EMPTY in NOT_ITS_FAULT

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is marked as beyond everybody, on a house of two rooms where steps can be counted."""

from dataclasses import replace

import pytest

from adhoc_teamwork.benchmark.generation.feasibility import Job, why_infeasible
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, Build
from adhoc_teamwork.benchmark.tasks.touch import Touch
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing, Thing
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

HIGH, LOW = 1.6, 0.9
TABLE, SHELF = "DiningTable|0|0", "Dresser|1|0"
GOAL = TidyPlace(("DiningTable",), ("Kitchen",))


def robot(name: str = "robot_1", **changes: object) -> BenchRobot:
    plain = BenchRobot(name, True, HIGH, 5.0, 200, Pose(1.0, 1.0, 0.0))
    return replace(plain, **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def touch() -> Touch:
    drawing = HouseDrawing()
    drawing.room("Kitchen", 0.0, 0.0, 4.0, 4.0)
    drawing.room("Bedroom", 4.0, 0.0, 10.0, 4.0)
    drawing.door(4.0, 2.0, 1.0)
    drawing.things.append(Thing("DiningTable", 2.0, 3.4, (1.2, 0.8, 0.75)))
    mug = Thing("Mug", 9.4, 3.6, (0.1, 0.1, 0.1), z=1.45, pickupable=True)
    pan = Thing("Pan", 9.0, 3.6, (0.3, 0.4, 0.05), z=1.45, pickupable=True)
    drawing.things.append(Thing("Dresser", 9.2, 3.6, (1.2, 0.5, 1.45), on_it=(mug, pan)))
    house = house_of(Fields(drawing.to_json(), "drawn"), shipped_assets())
    return Touch(StepHouse.of(house))


def jobs(touch: Touch, *names: str) -> dict[Build, list[Job]]:
    house = touch.step_house
    scene = touch.scene(tuple(MisplacedObject(name, GOAL) for name in names))
    found: dict[Build, list[Job]] = {}
    for build in (Build(HIGH), Build(LOW), Build(HIGH, 1.1)):
        for name in names:
            number = house.by_name[name]
            pick = touch.to_pick(scene, number, build)
            put = touch.to_put(scene, number, GOAL, build)
            job = Job.of(name, house.house.objects[number].mass, house.paths, pick, put)
            found.setdefault(build, []).append(job)
    return found


def verdict(touch: Touch, names: tuple[str, ...], *robots: BenchRobot) -> str:
    house = touch.step_house
    homes = {
        r: house.paths.to_states([(house.lattice.at(r.start.x, r.start.y), 0)]) for r in robots
    }
    return why_infeasible(jobs(touch, *names), homes)


@pytest.fixture(scope="module")
def names(touch: Touch) -> tuple[str, str]:
    things = [o.name for o in touch.step_house.house.objects if o.pickupable]
    return (next(n for n in things if "Mug" in n), next(n for n in things if "Pan" in n))


def test_a_strong_robot_with_a_full_battery_can(touch: Touch, names: tuple[str, str]) -> None:
    assert verdict(touch, names, robot()) == ""


def test_nobody_lifts_more_than_the_payload(touch: Touch, names: tuple[str, str]) -> None:
    weak = robot(payload=0.1)
    watcher = robot("robot_2", can_manipulate=False, payload=20.0)
    assert verdict(touch, names, weak, watcher).startswith("payload: Mug")
    assert verdict(touch, names, weak, replace(watcher, can_manipulate=True)) == ""


def test_nobody_picks_up_what_the_camera_does_not_see(touch: Touch, names: tuple[str, str]) -> None:
    found = verdict(touch, names[1:], robot(camera_height=LOW))
    assert found.startswith("reach: ")
    assert verdict(touch, names[1:], robot(camera_height=HIGH)) == ""


def test_nobody_picks_up_what_is_above_the_arm(touch: Touch, names: tuple[str, str]) -> None:
    found = verdict(touch, names[:1], robot(reach_max_height=1.1))
    assert found.startswith("reach: nobody who can lift Mug")
    taller = robot("adhoc")
    assert verdict(touch, names[:1], robot(reach_max_height=1.1), taller) == ""


def test_nobody_puts_down_above_the_arm(touch: Touch, names: tuple[str, str]) -> None:
    house = touch.step_house
    scene = touch.scene((MisplacedObject(names[0], GOAL),))
    number, goal = house.by_name[names[0]], TidyPlace(("Dresser", "DiningTable"))
    places = {
        highest: touch.places_to_put(scene, number, goal, Build(HIGH, highest)).keys()
        for highest in (0.5, 1.1, 2.2)
    }
    assert places == {0.5: set(), 1.1: {"DiningTable_0"}, 2.2: {"DiningTable_0", "Dresser_0"}}


def test_the_battery_has_to_last(touch: Touch, names: tuple[str, str]) -> None:
    least = int(verdict(touch, names[:1], robot(battery=1)).split("at least ")[1].split()[0])
    assert verdict(touch, names[:1], robot(battery=least - 1)).startswith("battery: tidying Mug")
    assert verdict(touch, names[:1], robot(battery=least)) == ""
    # From (1, 1) within 1.5 m of the mug at (9.4, 3.6), and back within 1.5 m of the table.
    assert 50 < least < 75


def test_two_share_what_one_cannot_do_alone(touch: Touch, names: tuple[str, str]) -> None:
    least = int(verdict(touch, names[:1], robot(battery=1)).split("at least ")[1].split()[0])
    one, other = robot(battery=least + 5), robot("adhoc", battery=least + 5)
    assert verdict(touch, names, one).startswith("battery: however the 2 objects")
    assert verdict(touch, names, one, other) == ""
    assert verdict(touch, names, one, replace(other, can_manipulate=False)) != ""


def test_the_bound_is_what_the_step_world_takes(touch: Touch, names: tuple[str, str]) -> None:
    """Do it, knowing everything: hardly more steps are needed, and never fewer."""
    world = StepWorld(touch.step_house, (MisplacedObject(names[0], GOAL),), 500)
    least = int(verdict(touch, names[:1], robot(battery=1)).split("at least ")[1].split()[0])
    state = world.join("robot_1", robot())
    job = jobs(touch, names[0])[Build(HIGH)][0]
    thing = touch.step_house.ids[touch.step_house.by_name[names[0]]]

    def done(kind: ActionKind, target: str = "") -> bool:
        return world.step({"robot_1": Action(kind, target)})["robot_1"].success

    for field, hand, target in (
        (job.to_pick, ActionKind.PICK_UP, thing),
        (job.to_put, ActionKind.PUT_DOWN, "DiningTable_0"),
    ):
        while step := field.next(state.cell, state.heading):
            assert done(step)
        tries = iter((ActionKind.LOOK_UP, ActionKind.LOOK_DOWN, ActionKind.MOVE_AHEAD) * 2)
        while not done(hand, target):
            done(next(tries))
    assert world.success
    assert least <= state.steps <= least + 12

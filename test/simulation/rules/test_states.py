# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""States of things in both worlds: who sees them, what keeps them, what counts them."""

import math
from collections.abc import Callable

from adhoc_teamwork.simulation.evaluation.aims import CountedAims
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.simulator import HandCommand, Simulator
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.states import State, States
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing

NORTH = math.pi / 2.0
ON, OFF = State("power", "on"), State("power", "off")
LAMPS = Furnishing(states={"Mug": {"power": ("off", "on")}, "Table": {"power": ("off", "on")}})
WISH = CountedPredicate("Mug", room="Kitchen", state="power=on")


def shown(world: StepWorld, name: str) -> States:
    return next(d.states for d in world.observe("al").detections if d.object_id == name)


def test_a_state_is_seen_kept_and_counted_on_the_lattice(small_house: House, spec_at) -> None:
    categories = {thing.name: thing.category for thing in small_house.objects}
    aims = CountedAims([WISH], categories)
    world = StepWorld(StepHouse.of(small_house), (), aims=aims, furnishing=LAMPS)
    world.join("al", spec_at(2.25, 2.25, NORTH))
    assert shown(world, "Mug_0") == (OFF,)
    assert not world.success
    assert world.step({"al": Action(ActionKind.SET, "Mug_0", ON)})["al"].success
    assert shown(world, "Mug_0") == (ON,)
    assert world.success
    # A thing that is carried and put elsewhere is as it was.
    assert world.step({"al": Action(ActionKind.PICK_UP, "Mug_0")})["al"].success
    assert world.step({"al": Action(ActionKind.PUT_DOWN, "Table_0")})["al"].success
    assert shown(world, "Mug_0") == (ON,)
    assert shown(world, "Table_0") == (OFF,)


def test_a_state_is_shown_and_counted_behind_ros(
    make_simulator: Callable[..., Simulator],
) -> None:
    simulator = make_simulator(furnishing=LAMPS, wishes=(WISH,))
    mug = simulator.world.objects["Mug|0"]
    robot = simulator.world.robots["al"]
    robot.pose = Pose(2.0, 2.2, NORTH)
    label = simulator.sensors.instance_of("Mug|0")
    assert simulator.sensors.label(label).states == (OFF,)
    assert not simulator.evaluation().task_success
    action = simulator.manipulate("al", HandCommand.SET, mug.centre, "power=on")
    for _ in range(40):
        simulator.step()
    assert action.result is not None
    assert action.result.success, action.result.message
    assert simulator.sensors.label(label).states == (ON,)
    assert simulator.sensors.label(simulator.sensors.instance_of("Bin|0")).states == ()
    assert simulator.evaluation().task_success
    texts = [event.text for event in simulator.take_events()]
    assert "al set power=on at Mug in room_0" in texts

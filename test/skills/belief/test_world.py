# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the own hand let go of something is known to it, until a camera shows that."""

from dataclasses import replace

from skills_fakes import scene, thing

from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import INFERRED, Detection, Presence

SPOT = Point(5.9, 1.0, 0.95)
GUESSED = replace(thing("Vase_0", 6.2, 1.1, 1.08), confidence=INFERRED)
BESIDE = replace(thing("Mug_0", 6.4, 1.1, 1.0), confidence=INFERRED)


def after(world: World, *things: Detection) -> Point:
    world.hear_of(scene(*things))
    assert world.graph is not None
    vase = world.graph.object("Vase_0")
    assert vase is not None
    return vase.position


def test_what_perception_guesses_is_where_the_hand_let_go_of_it() -> None:
    world = World(let_go={"Vase_0": SPOT})
    assert after(world, GUESSED, BESIDE) == Point(5.9, 1.0, 1.08)
    assert world.graph is not None
    assert world.graph.object("Mug_0") == BESIDE


def test_perception_may_be_late_to_know_that_the_hand_is_empty() -> None:
    world, held = World(let_go={"Vase_0": SPOT}), replace(GUESSED, status=Presence.HELD)
    assert after(world, held) == held.position
    assert after(world, GUESSED) == Point(5.9, 1.0, 1.08)


def test_what_a_camera_showed_since_counts_from_then_on() -> None:
    world = World(let_go={"Vase_0": SPOT})
    seen = replace(GUESSED, position=Point(5.8, 1.2, 1.08), confidence=0.9)
    assert after(world, seen) == seen.position
    assert after(world, GUESSED) == GUESSED.position


def test_what_is_gone_is_looked_for_nowhere() -> None:
    world = World(let_go={"Vase_0": SPOT})
    gone = replace(GUESSED, status=Presence.GONE)
    assert after(world, gone) == gone.position
    assert after(world, GUESSED) == GUESSED.position


def test_what_somebody_has_taken_since_lies_where_it_is_guessed_then() -> None:
    world = World(let_go={"Vase_0": SPOT})
    assert after(world, GUESSED) == Point(5.9, 1.0, 1.08)
    after(world, replace(GUESSED, status=Presence.HELD))
    assert after(world, GUESSED) == GUESSED.position

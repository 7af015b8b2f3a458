# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots that reach each other but not the broker, or the broker but not each other."""

from pathlib import Path

import pytest
from rough_world import Link, Robot, World

from adhoc_teamwork.comm_bridge.radio_link.radio import Radio
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER
from adhoc_teamwork.teamwork.team.message import MessageKind

ROBOTS = ("arm", "small", "tall")


def say(world: World, robot: str, recipient: str = "") -> tuple[str, int, int]:
    return world.say(robot, MessageKind.CHAT, recipient, text="hello").identity


def cut_all_but(*pairs: tuple[str, str]) -> Link:
    open_ones = {frozenset(pair) for pair in pairs}
    return Link(cut=lambda sender, receiver: frozenset((sender, receiver)) not in open_ones)


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(ROBOTS, tmp_path / "broker.sqlite", seed=3)
    world.start_broker()
    world.run(3.0)
    return world


def heard(world: World, robot: str) -> dict[tuple[str, int, int], int]:
    return dict(world.robots[robot].heard)


def test_without_a_broker_robots_speak_directly(world: World) -> None:
    world.kill_broker()
    world.run(4.0)
    said = say(world, "arm")
    assert world.run(2.0, lambda: heard(world, "tall") == heard(world, "small") == {said: 1})
    # The broker that comes back gets it too, and nobody hears it again.
    world.start_broker()
    assert world.run(10.0, lambda: world.robots["arm"].radio.waiting == 0)
    world.run(5.0)
    assert heard(world, "tall") == heard(world, "small") == {said: 1}
    assert not world.robots["tall"].direct


def test_what_is_said_while_the_broker_is_being_missed_is_not_lost(world: World) -> None:
    world.kill_broker()
    said = say(world, "arm")
    world.run(0.5)
    assert heard(world, "tall") == {}
    assert world.run(12.0, lambda: heard(world, "tall") == heard(world, "small") == {said: 1})


def test_a_robot_carries_words_between_those_that_cannot_reach_each_other(world: World) -> None:
    # tall is out of the broker's and arm's reach; small reaches everyone.
    world.link = cut_all_but(("small", "tall"), ("small", BROKER), ("arm", BROKER))
    assert world.run(10.0, lambda: "tall" in world.robots["arm"].radio.gone(world.now))
    assert world.run(3.0, lambda: not world.robots["small"].radio.gone(world.now))
    from_tall, from_arm = say(world, "tall"), say(world, "arm")
    assert world.run(15.0, lambda: from_tall in heard(world, "arm"))
    assert world.run(15.0, lambda: from_arm in heard(world, "tall"))
    world.link = Link()
    world.run(12.0)
    assert heard(world, "arm") == {from_tall: 1}
    assert heard(world, "tall") == {from_arm: 1}
    assert heard(world, "small") == {from_tall: 1, from_arm: 1}


def test_robots_that_meet_exchange_what_they_missed(world: World) -> None:
    world.link = cut_all_but()
    world.run(6.0)
    said = [say(world, robot) for robot in ROBOTS]
    world.run(6.0)
    assert heard(world, "tall") == {}
    # arm and small meet, out of the broker's reach; then small meets tall.
    world.link = cut_all_but(("arm", "small"))
    assert world.run(12.0, lambda: heard(world, "small") == {said[0]: 1})
    world.link = cut_all_but(("small", "tall"))
    assert world.run(12.0, lambda: heard(world, "tall") == {said[0]: 1, said[1]: 1})
    world.link = Link()
    assert world.run(20.0, lambda: len(heard(world, "arm")) == 2)
    world.run(5.0)
    for robot in ROBOTS:
        assert heard(world, robot) == {identity: 1 for identity in said if identity[0] != robot}


def test_who_falls_silent_is_told_as_gone_in_time_and_as_back(world: World) -> None:
    tall = world.robots.pop("tall")
    silent_at = world.now
    assert world.run(5.0, lambda: "tall" in world.robots["arm"].radio.gone(world.now))
    assert world.now - silent_at <= 5.0
    world.robots["tall"] = tall
    assert world.run(5.0, lambda: not world.robots["arm"].radio.gone(world.now))


def test_a_broker_that_is_started_again_calls_nobody_gone(world: World) -> None:
    world.kill_broker()
    world.run(1.0)
    world.start_broker()

    def anybody_gone() -> bool:
        return any(robot.radio.gone(world.now) for robot in world.robots.values())

    assert not world.run(8.0, anybody_gone)


def test_a_broker_that_is_missed_twice_makes_nobody_gone(world: World) -> None:
    gone: set[str] = set()

    def note_gone() -> bool:
        for robot in world.robots.values():
            gone.update(robot.radio.gone(world.now))
        return False

    for _ in range(2):
        world.kill_broker()
        world.run(6.0, note_gone)
        world.start_broker()
        world.run(6.0, note_gone)
    assert not gone


def test_who_falls_silent_while_the_broker_is_away_is_noticed(world: World) -> None:
    world.kill_broker()
    world.run(6.0)
    del world.robots["tall"]
    assert world.run(6.0, lambda: world.robots["arm"].radio.gone(world.now) == {"tall"})


def test_loss_of_a_fifth_of_all_frames_makes_nobody_gone(world: World) -> None:
    world.link = Link(loss=0.2, delay=0.2)

    def anybody_gone() -> bool:
        return any(robot.radio.gone(world.now) for robot in world.robots.values())

    assert not world.run(120.0, anybody_gone)


def test_clocks_apart_are_known_apart(world: World) -> None:
    world.robots["arm"].clock_ahead, world.robots["tall"].clock_ahead = 5.0, -3.0
    world.run(8.0)
    radios = {name: robot.radio for name, robot in world.robots.items()}
    assert radios["small"].clock_ahead("arm") == pytest.approx(5.0, abs=0.2)
    assert radios["arm"].clock_ahead("tall") == pytest.approx(-8.0, abs=0.2)
    assert radios["tall"].clock_ahead("arm") == pytest.approx(8.0, abs=0.2)
    world.kill_broker()
    world.run(6.0)
    assert radios["tall"].clock_ahead("arm") == pytest.approx(8.0, abs=0.2)


@pytest.mark.parametrize("has_broker", [True, False])
def test_who_starts_again_with_its_clock_set_back_learns_that_it_was_heard_later(
    world: World, has_broker: bool
) -> None:
    world.robots["arm"].radio = Radio("arm", 500)
    if not has_broker:
        world.kill_broker()
    world.run(8.0)
    assert world.robots["arm"].radio.later_session == 0
    again = world.robots["arm"] = Robot(Radio("arm", 20))
    assert world.run(8.0, lambda: again.radio.later_session == 500)
    # In a session above that one it is heard, and holds itself for set back no more.
    above = world.robots["arm"] = Robot(Radio("arm", 501))
    said = say(world, "arm")
    assert world.run(8.0, lambda: heard(world, "tall") == {said: 1})
    world.run(8.0)
    assert above.radio.later_session == 0

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots and a broker over a rough link: every reliable message arrives, and once."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rough_world import Link, World

from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

ROBOTS = ("arm", "small", "tall")
CHAOS = 12.0
CALM = 60.0


@dataclass(frozen=True)
class Say:
    at: float
    robot: str
    recipient: str


times = st.integers(0, 115).map(lambda tenths: tenths / 10.0)
robots = st.sampled_from(ROBOTS)
sayings = st.lists(st.builds(Say, times, robots, st.sampled_from(("", "", *ROBOTS))), max_size=25)
links = st.builds(
    Link,
    loss=st.floats(0.0, 0.6),
    delay=st.floats(0.0, 0.4),
    jitter=st.floats(0.0, 0.4),
    doubling=st.floats(0.0, 0.5),
)
absences = st.lists(st.tuples(times, st.floats(0.1, 8.0)), max_size=3)
cuts = st.lists(st.tuples(times, st.floats(0.5, 10.0), st.sampled_from((BROKER, *ROBOTS))))


def play(
    world: World,
    said: list[Say],
    link: Link,
    kills: list[tuple[float, float]],
    cut_off: list[tuple[float, float, str]],
) -> None:
    """Let `CHAOS` seconds pass in which all of this happens."""
    begin, waiting, up_at = world.now, sorted(said, key=lambda s: s.at), 0.0
    deaths = sorted(kills)

    def cut(sender: str, receiver: str) -> bool:
        now = world.now - begin
        return any(at <= now < at + last and who in (sender, receiver) for at, last, who in cut_off)

    world.link = link
    link.cut = cut
    while world.now - begin < CHAOS:
        now = world.now - begin
        if deaths and deaths[0][0] <= now:
            world.kill_broker()
            up_at = now + deaths.pop(0)[1]
        if world.relay is None and now >= up_at:
            world.start_broker()
        while waiting and waiting[0].at <= now:
            saying = waiting.pop(0)
            if saying.recipient != saying.robot:
                subtask = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
                intent = Intent(1, IntentStatus.PROPOSED, subtask)
                world.say(saying.robot, MessageKind.INTENT, saying.recipient, intent=intent)
        world.step()


def expected_of(said: list[Say]) -> dict[str, set[tuple[str, int, int]]]:
    expected: dict[str, set[tuple[str, int, int]]] = {robot: set() for robot in ROBOTS}
    sequence = dict.fromkeys(ROBOTS, 0)
    for saying in sorted(said, key=lambda s: s.at):
        if saying.recipient == saying.robot:
            continue
        sequence[saying.robot] += 1
        for robot in (saying.recipient,) if saying.recipient else ROBOTS:
            if robot != saying.robot:
                expected[robot].add((saying.robot, 1, sequence[saying.robot]))
    return expected


@pytest.mark.slow
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(sayings, links, absences, cuts, st.integers(0, 2**16), st.booleans())
def test_each_reliable_message_arrives_exactly_once(
    said, link, kills, cut_off, seed, brokered
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(ROBOTS, Path(folder) / "broker.sqlite", seed)
        world.start_broker()
        world.run(3.0)
        if not brokered:
            kills = [(0.0, 7.0), *kills]
        play(world, said, link, kills, cut_off)
        expected = expected_of(said)

        def all_heard() -> bool:
            return all(set(r.heard) >= expected[name] for name, r in world.robots.items())

        world.link = Link()
        if world.relay is None:
            world.start_broker()
        assert world.run(CALM, all_heard), {
            name: expected[name] - set(robot.heard) for name, robot in world.robots.items()
        }
        world.run(8.0)
        for name, robot in world.robots.items():
            # What was remembered for a robot that was away may be more than what was for it.
            assert {i for i, n in robot.live.items() if n} <= expected[name] <= set(robot.heard)
            assert set(robot.heard.values()) <= {1}
            assert robot.radio.waiting == 0
        assert sum(len(listener.pending) for listener in world.relay.listeners.values()) == 0

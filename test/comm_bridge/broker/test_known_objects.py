# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker keeps of many reports of few objects."""

import random

import pytest

from adhoc_teamwork.comm_bridge.broker.known_objects import KnownObjects
from adhoc_teamwork.comm_bridge.broker.memory import BrokerMemory
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

ROBOTS = ("arm", "small", "tall")
MUGS = 4
REPORTS = 600


def reported(
    sender: str, sequence: int, name: str, x: float, status: Presence = Presence.PRESENT
) -> TeamMessage:
    seen = Detection(name, "Mug", Point(x, 0.0), status=status, seen=float(sequence))
    return TeamMessage(
        sender, 1, sequence, float(sequence), MessageKind.DETECTION, detections=(seen,)
    )


def name_of(robot: str, mug: int) -> str:
    return f"Mug_{mug + len(robot)}"


def day(seed: int) -> list[TeamMessage]:
    """Return what robots say of mugs, each by its own names, while somebody moves one by one.

    Who has no name for a mug yet sees it first where the others know it to be.
    """
    drawn = random.Random(seed)
    places = [10.0 * mug for mug in range(MUGS)]
    named = {("arm", mug) for mug in range(MUGS)}
    told = [reported("arm", mug + 1, name_of("arm", mug), places[mug]) for mug in range(MUGS)]
    for sequence in range(MUGS + 1, REPORTS):
        robot, mug = drawn.choices(ROBOTS, (100, 1, 10))[0], drawn.randrange(MUGS)
        if (robot, mug) in named and drawn.random() < 0.5:
            free = {10.0 * place for place in range(20)}.difference(places)
            places[mug] = drawn.choice(sorted(free))
        named.add((robot, mug))
        told.append(reported(robot, sequence, name_of(robot, mug), places[mug]))
    return told


def late(messages: list[TeamMessage], seed: int) -> list[TeamMessage]:
    """Return messages as they may arrive: up to twenty places late."""
    drawn = random.Random(seed)
    return [
        message
        for _, _, message in sorted(
            (place + drawn.uniform(0.0, 20.0), place, message)
            for place, message in enumerate(messages)
        )
    ]


def known(objects: KnownObjects) -> list[tuple[int, str, float]]:
    return sorted(
        (report.message.sequence, report.message.sender, report.detection.position.x)
        for reports in objects.still_true().values()
        for report in reports
    )


def told_by(messages: list[TeamMessage], waiting: int) -> KnownObjects:
    objects = KnownObjects(waiting=waiting)
    for message in messages:
        objects.add(message)
    return objects


@pytest.mark.parametrize("seed", range(10))
def test_what_was_read_for_good_is_known_as_if_all_were_read_anew(seed: int) -> None:
    messages = day(seed)
    anew, for_good = told_by(messages, REPORTS), told_by(late(messages, seed), 40)
    assert known(for_good) == known(anew)
    assert len(known(anew)) == MUGS


@pytest.mark.parametrize("seed", range(10))
def test_what_is_kept_is_enough_to_know_the_same_again(seed: int) -> None:
    messages = day(seed)
    objects = told_by(messages, 40)
    kept = [message for message in messages if message.identity in objects.identities]
    assert known(told_by(kept, 40)) == known(objects)


def test_a_day_of_reports_leaves_no_more_than_an_hour_of_them() -> None:
    memory, kept = BrokerMemory(), []
    for number in range(1, 20_001):
        robot = ROBOTS[number % len(ROBOTS)]
        mug = number % 50
        status = Presence.HELD if number % 7 == 0 else Presence.PRESENT
        memory.add(reported(robot, number, f"Mug_{mug}", 10.0 * mug, status))
        if number % 4000 == 0:
            kept.append(len(memory.identities))
    assert max(kept) <= 1000 + 3 * 3 * 50
    objects = [d for message in memory.remembered_for("late") for d in message.detections]
    assert max(detection.seen for detection in objects) == 20_000.0
    assert {detection.object_id for detection in objects} == {f"Mug_{mug}" for mug in range(50)}


def test_of_too_many_objects_those_that_are_gone_are_forgotten_first() -> None:
    objects = KnownObjects(limit=10, waiting=5)
    for number in range(1, 11):
        objects.add(reported("tall", number, f"Mug_{number}", 10.0 * number))
    for number in range(11, 101):
        objects.add(reported("tall", number, f"Mug_{number}", 10.0 * number, Presence.GONE))
    assert [sequence for sequence, _, _ in known(objects)] == list(range(1, 11))


def test_who_says_nothing_new_of_an_object_goes_on_by_its_name() -> None:
    objects = KnownObjects(waiting=2)
    objects.add(reported("tall", 1, "Mug_7", 1.0))
    objects.add(reported("small", 2, "Mug_0", 1.1))
    for sequence in range(3, 60):
        objects.add(reported("small", sequence, "Mug_0", 5.0))
    objects.add(reported("tall", 60, "Mug_7", 9.0))
    for sequence in range(61, 70):
        objects.add(reported("small", sequence, "Mug_0", 12.0))
    assert known(objects) == [(69, "small", 12.0)]

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was said against what was heard."""

import json

from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.measuring.broker.expected import (
    Account,
    Spoken,
    settle,
    spoken_from_json,
    spoken_to_json,
)
from adhoc_teamwork.measuring.broker.tally import Tally

ROBOTS = ("a", "b", "c")
SAID = st.lists(st.sampled_from(["", *ROBOTS]), max_size=20)


@given(st.fixed_dictionaries(dict.fromkeys(ROBOTS, SAID)), st.data())
def test_finds_each_message_that_is_missing_or_comes_twice(
    said: dict[str, list[str]], data: st.DataObject
) -> None:
    spoken = []
    tallies = {robot: Tally() for robot in ROBOTS}
    wanted: list[tuple[str, str, int]] = []
    for robot, recipients in said.items():
        stream = Spoken(robot, 7)
        spoken.append(spoken_from_json(json.loads(json.dumps(spoken_to_json(stream)))))
        for sequence, recipient in enumerate(recipients, 1):
            spoken[-1].add(sequence, recipient)
            hearers = ROBOTS if not recipient else (recipient,)
            wanted += [(robot, hearer, sequence) for hearer in hearers if hearer != robot]
    lost = set(data.draw(st.lists(st.sampled_from(wanted)))) if wanted else set()
    twice = 0
    for index, (robot, hearer, sequence) in enumerate(wanted):
        if (robot, hearer, sequence) in lost:
            continue
        for _ in range(1 + index % 2):
            tallies[hearer].hear(robot, 7, sequence)
        twice += index % 2
    total = sum(len(recipients) for recipients in said.values())
    assert settle(spoken, tallies) == Account(total, len(wanted), len(lost), twice, 0)


def test_what_nobody_said_to_a_robot_is_a_stray() -> None:
    stream = Spoken("a", 1)
    stream.add(1, "b")
    tallies = {"b": Tally(), "c": Tally()}
    tallies["b"].hear("a", 1, 1)
    tallies["c"].hear("a", 1, 1)
    tallies["c"].hear("ghost", 1, 4)
    assert settle([stream], tallies) == Account(1, 1, 0, 0, 2)

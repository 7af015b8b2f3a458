# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What whole robots said and heard, as somebody beside them overhears it."""

import json

from adhoc_teamwork.measuring.broker.expected import Account
from adhoc_teamwork.measuring.broker.overheard import (
    ARRIVING,
    LEAVING,
    Overheard,
    Said,
    overheard_from_json,
    overheard_to_json,
)

END = 100.0


def talk(*lost: tuple[str, int]) -> Overheard:
    """Return two robots that say something every ten seconds; `lost` names hearer and sequence."""
    overheard = Overheard()
    for speaker, hearer in (("a", "b"), ("b", "a")):
        for sequence in range(11):
            overheard.say(Said(speaker, 1, sequence, "", sequence * 10.0))
            if (hearer, sequence) not in lost:
                overheard.hear(hearer, (speaker, 1, sequence))
    return overheard


def test_only_what_a_robot_could_hear_counts() -> None:
    between = [s for s in range(11) if ARRIVING <= s * 10.0 <= END - LEAVING]
    assert talk().account() == Account(22, 2 * len(between), 0, 0, 0)
    assert talk(("a", 0), ("b", 10)).account().lost == 0
    assert talk(("a", 5), ("b", 5), ("b", 6)).account().lost == 3
    example = talk(("a", 5)).account().example
    assert example == "b's 5 to a, 50 s after its first words, 50 s before the last of all"


def test_the_dead_and_the_others_named_are_not_asked() -> None:
    overheard = talk(("a", 5))
    overheard.say(Said("a", 1, 90, "c", 50.0))
    assert overheard.account(without=["a"]).lost == 0
    overheard.say(Said("a", 1, 91, "b", 50.0))
    assert overheard.account(without=["a"]).lost == 1


def test_what_is_sent_again_counts_once_and_heard_again_counts_as_doubled() -> None:
    overheard = talk()
    overheard.say(Said("a", 1, 5, "", 52.0))
    assert overheard.account().said == 22
    overheard.hear("b", ("a", 1, 5))
    assert overheard.account().doubled == 1
    overheard.note_session("b", 2)
    assert overheard.account().doubled == 0


def test_another_process_may_have_overheard_it() -> None:
    overheard = talk(("a", 5))
    assert overheard_from_json(json.loads(json.dumps(overheard_to_json(overheard)))) == overheard

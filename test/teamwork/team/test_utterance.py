# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turns of a conversation are checked data, whoever wrote them."""

import json
from typing import Any

import pytest

from adhoc_teamwork.teamwork.team.utterance import (
    LONGEST_WORDS,
    MOST_MEMBERS,
    Act,
    Topic,
    Utterance,
    utterance_from_json,
    utterance_to_json,
)

SOUND = Utterance(
    Act.ASSIGN,
    "rooms",
    Topic(12.5, "tall", 3),
    2,
    "as before",
    (("tall", "Explore <room_1>"),),
    members=("tall", "small"),
)
VALUES: dict[str, Any] = json.loads(utterance_to_json(SOUND))


def test_what_was_said_is_what_is_heard() -> None:
    assert utterance_from_json(Act.ASSIGN, utterance_to_json(SOUND)) == SOUND
    assert str(SOUND) == "rooms, round 2: assigns: as before; tall: Explore <room_1>"


@pytest.mark.parametrize(
    "change",
    [
        {"form": ""},
        {"form": "f" * 257},
        {"round": 0},
        {"round": 101},
        {"round": "soon"},
        {"text": "x" * (LONGEST_WORDS + 1)},
        {"text": 5},
        {"text": "x" * (LONGEST_WORDS - 5)},
        {"assignments": [["tall", "x" * (LONGEST_WORDS + 1)]]},
        {"assignments": [["tall", "Stop"], ["tall", "Explore"]]},
        {"assignments": [["tall"]]},
        {"assignments": {"tall": "Stop"}},
        {"members": ["tall", "tall"]},
        {"members": [f"robot {i}" for i in range(MOST_MEMBERS + 1)]},
        {"members": [""]},
        {"topic": None},
        {"topic": {"begun": 1.0, "opener": "tall"}},
        {"topic": {"begun": 1.0, "opener": "tall", "number": -1}},
        {"topic": {"begun": 1e999, "opener": "tall", "number": 1}},
        {"replaces": {"begun": 1.0, "opener": "", "number": 1}},
        {"orders": "obey"},
        {"act": "conclude"},
    ],
    ids=str,
)
def test_what_is_too_much_or_of_another_form_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        utterance_from_json(Act.ASSIGN, json.dumps({**VALUES, **change}))


def test_what_is_no_object_is_refused() -> None:
    for text in ("", "null", "[]", '"say"', "{" * 2000, '{"round":1,"round":2}'):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            utterance_from_json(Act.SAY, text)

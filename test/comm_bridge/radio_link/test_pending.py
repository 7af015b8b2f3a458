# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What waits for a neighbour is bounded, and is sent again until it is had."""

import weakref

from frames import chat, frame
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.radio_link.pending import (
    BYTES_KEPT,
    FIRST_WAIT,
    HOLE_WAIT,
    LONGEST_WAIT,
    Pending,
)
from adhoc_teamwork.comm_bridge.radio_link.receipt import Heard
from adhoc_teamwork.comm_bridge.radio_link.store import FrameStore
from adhoc_teamwork.comm_bridge.rules import KindRule, KindRules, KindTable
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

RULES = KindRules(KindTable(chat=KindRule(history=10, expiry=30.0)))


def test_it_is_sent_again_ever_more_slowly_until_it_is_too_old() -> None:
    pending = Pending(RULES)
    pending.add(frame(chat("tall", 1)), now=0.0)
    sent = [tenth / 10.0 for tenth in range(400) if pending.due(tenth / 10.0, 10)]
    pauses = [round(b - a, 1) for a, b in zip([0.0, *sent], sent, strict=False)]
    assert pauses[:4] == [FIRST_WAIT, 1.0, 2.0, 4.0]
    assert set(pauses[4:]) == {LONGEST_WAIT}
    assert sent[-1] < 30.0
    assert (len(pending), pending.lost) == (0, {MessageKind.CHAT: 1})


def test_a_hole_is_filled_before_its_turn_and_once_only() -> None:
    pending = Pending(RULES)
    for sequence in (1, 2):
        pending.add(frame(chat("tall", sequence)), now=0.0)
    pending.settle([Heard(("tall", 1), ((2, 2),))], now=0.1)
    assert pending.due(HOLE_WAIT - 0.1, 10) == []
    assert [f.head.sequence for f in pending.due(HOLE_WAIT, 10)] == [1]
    pending.settle([Heard(("tall", 1), ((1, 2),))], now=0.5)
    assert len(pending) == 0
    assert not pending.add(frame(chat("tall", 1)), now=0.6)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from(("arm", "tall")), st.integers(1, 40), st.booleans()),
        max_size=70,
    )
)
def test_what_waits_is_what_was_added_and_is_not_had_and_not_too_much(steps) -> None:
    pending, had = Pending(RULES, limit=15), set()
    for step, (sender, sequence, is_receipt) in enumerate(steps):
        if is_receipt:
            pending.settle([Heard((sender, 1), ((sequence, sequence),))], now=float(step) / 10.0)
            had.add((sender, 1, sequence))
        else:
            pending.add(frame(chat(sender, sequence)), now=float(step) / 10.0)
        waiting = pending.identities
        assert len(waiting) == len(set(waiting)) == len(pending) <= 15
        assert not had.intersection(waiting)
        assert all(sum(i[0] == name for i in waiting) <= 10 for name in ("arm", "tall"))


def test_few_long_frames_are_too_much_as_well() -> None:
    pending, store = Pending(KindRules()), FrameStore(KindRules(), bytes_kept=200_000)
    words = TeamMessage("tall", 1, 1, 1.0, MessageKind.CHAT, text="x" * 60_000)
    for sequence in range(1, 9):
        long = frame(TeamMessage("tall", 1, sequence, 1.0, MessageKind.CHAT, text=words.text))
        store.add(long, now=0.0)
    assert [f.head.sequence for f in store.frames(1.0)] == [6, 7, 8]
    store.expire(10_000.0)
    assert len(store) == 0
    huge = frame(TeamMessage("tall", 1, 1, 1.0, MessageKind.CHAT, text="x" * (BYTES_KEPT // 2)))
    for sequence in (1, 2, 3):
        head = frame(chat("tall", sequence)).head
        pending.add(type(huge)(head, huge.data), now=0.0)
    assert len(pending) == 2


def test_what_is_given_up_is_let_go_of_though_the_neighbour_is_never_sent_anything() -> None:
    pending, kept = Pending(RULES), []
    for sequence in range(1, 1001):
        waiting = frame(chat("tall", sequence))
        kept.append(weakref.ref(waiting))
        pending.add(waiting, now=sequence / 10.0)
        del waiting
        pending.expire(sequence / 10.0)
    alive = sum(reference() is not None for reference in kept)
    assert len(pending) == 10 <= alive <= 200

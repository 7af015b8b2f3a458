# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The radio of an episode: everyone but the sender, in order, and what a latecomer is told."""

from adhoc_teamwork.benchmark.agents.relay import Relay
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage


def say(
    sender: str, number: int, kind: MessageKind = MessageKind.CHAT, to: str = ""
) -> TeamMessage:
    return TeamMessage(sender, 1, number, float(number), kind, recipient=to)


def heard_by(relay: Relay, name: str) -> list[TeamMessage]:
    heard: list[TeamMessage] = []
    relay.attach(name, heard.append)
    return heard


def test_all_but_the_sender_hear_in_order():
    relay = Relay()
    a, b, c = (heard_by(relay, name) for name in "abc")
    relay.send(say("a", 1))
    relay.send(say("b", 1))
    assert not b
    assert relay.deliver()
    assert [m.sender for m in c] == ["a", "b"]
    assert [m.sender for m in a] == ["b"]
    assert [m.sender for m in b] == ["a"]
    assert not relay.deliver()
    assert relay.count == 2


def test_a_message_to_one_is_heard_by_one():
    relay = Relay()
    b, c = heard_by(relay, "b"), heard_by(relay, "c")
    relay.send(say("a", 1, to="c"))
    relay.deliver()
    assert (len(b), len(c)) == (0, 1)


def test_an_answer_is_delivered_in_the_same_go():
    relay = Relay()
    a = heard_by(relay, "a")
    relay.attach("b", lambda m: relay.send(say("b", m.sequence)))
    relay.send(say("a", 7))
    relay.deliver()
    assert [m.sequence for m in a] == [7]


def test_a_latecomer_is_told_what_still_matters():
    relay = Relay()
    relay.send(say("a", 1, MessageKind.JOIN))
    relay.send(say("a", 2, MessageKind.STATE))
    relay.send(say("a", 3, MessageKind.CHAT))
    relay.send(say("a", 4, MessageKind.STATE))
    relay.send(say("a", 5, MessageKind.INTENT))
    relay.send(say("a", 6, MessageKind.REFLECTION, to="b"))
    late = heard_by(relay, "late")
    assert [m.sequence for m in late] == [1, 4, 5]
    assert all(m.remembered for m in late)


def test_who_has_left_hears_nothing_more():
    relay = Relay()
    b = heard_by(relay, "b")
    relay.detach("b")
    relay.send(say("a", 1))
    relay.deliver()
    assert not b

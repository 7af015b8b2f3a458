# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The radio of an episode: everyone but the sender, in order, and what a latecomer is told."""

from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.benchmark.agents.relay import Relay
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.channel import find_channel
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


class Paced:
    """Relay over a channel step by step; a and b have joined."""

    def __init__(self, channel: str, carries: Callable[[str, str], bool] = lambda *_: True) -> None:
        self.step = 0
        self.relay = Relay(find_channel(channel), carries, lambda: self.step)
        self.heard = {name: heard_by(self.relay, name) for name in "ab"}
        for name in "ab":
            self.relay.send(replace(say(name, 1, MessageKind.JOIN), capability=Capability(name)))
        self.relay.deliver()

    def say(self, sender: str, text: str) -> None:
        self.relay.send(replace(say(sender, 10 + self.step), text=text))
        self.relay.deliver()

    def words(self, name: str) -> list[str]:
        return [message.text for message in self.heard[name] if message.text]

    def go_on(self) -> None:
        self.step += 1
        self.relay.deliver()


def test_words_are_heard_one_step_later_and_who_is_there_at_once():
    paced = Paced("text")
    assert [m.kind for m in paced.heard["b"]] == [MessageKind.JOIN]
    paced.say("a", "Hello.")
    assert paced.words("b") == []
    assert paced.relay.is_busy
    paced.go_on()
    assert paced.words("b") == ["Hello."]
    assert not paced.relay.is_busy


def test_who_speaks_pays_in_steps_and_says_the_next_when_it_is_paid():
    paced = Paced("text:2")
    for text in ("one", "two"):
        paced.say("a", text)
    paying, heard = [], []
    for _ in range(6):
        paced.go_on()
        heard.append(len(paced.words("b")))
        paying.append(paced.relay.is_paying("a"))
        if paying[-1]:
            paced.relay.pay("a")
            paced.relay.deliver()
    assert paying == [True, True, True, True, False, False]
    assert heard == [1, 1, 2, 2, 2, 2]
    assert not paced.relay.is_paying("b")
    assert (paced.relay.counts.sent, paced.relay.counts.steps) == (2, 4)


def test_what_is_too_long_reaches_nobody_and_is_counted(caplog):
    paced = Paced("text")
    paced.say("a", "x" * 501)
    paced.go_on()
    assert paced.words("b") == []
    assert paced.relay.counts.refused == 1
    assert caplog.messages == ["a: not said: 501 characters; channel text carries at most 500"]


def test_what_the_air_does_not_carry_is_heard_by_nobody():
    deaf = {"b"}
    paced = Paced("text", lambda _, receiver: receiver not in deaf)
    assert paced.heard["b"] == []
    paced.say("a", "Hello.")
    deaf.clear()
    # It is lost on the way, not when it is said.
    paced.go_on()
    assert paced.words("b") == ["Hello."]
    deaf.add("b")
    paced.say("a", "Hello?")
    paced.go_on()
    deaf.clear()
    paced.go_on()
    assert paced.words("b") == ["Hello."]
    assert paced.relay.unheard == 2


def test_a_latecomer_out_of_reach_is_told_nothing():
    relay = Relay(carries=lambda sender, _: sender != "far")
    for sender in ("far", "near"):
        relay.send(say(sender, 1, MessageKind.JOIN))
    assert [m.sender for m in heard_by(relay, "late")] == ["near"]

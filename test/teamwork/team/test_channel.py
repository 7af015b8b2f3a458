# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What each channel lets through, of what is said and of what was said before, at which price."""

from dataclasses import replace

import pytest

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.channel_names import CHANNEL_NAMES
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import (
    ASKED,
    CHANNELS,
    OPEN,
    PAPER,
    SILENT,
    TEMPLATE,
    TEXT,
    ChannelEnd,
    Price,
    TeamChannel,
    find_channel,
)
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

K = MessageKind
HISTORYLESS = (PAPER, ASKED, SILENT, TEXT, TEMPLATE)
SENTENCE = "I successfully did Explore <room_1>."


def say(kind: MessageKind, at: float = 20.0, sender: str = "tall") -> TeamMessage:
    return TeamMessage(sender, 1, int(10 * at), at, kind, text=SENTENCE)


def state(at: float, *explored: str) -> TeamMessage:
    told = RobotState(Pose(0.0, 0.0), explored_rooms=explored)
    return replace(say(K.STATE, at), state=told)


def joined(channel: TeamChannel, at: float = 10.0) -> ChannelEnd:
    end = ChannelEnd(channel, "small")
    end.says(say(K.JOIN, at, "small"))
    return end


@pytest.mark.parametrize(
    ("channel", "kinds"),
    [
        (OPEN, set(K)),
        (PAPER, set(K) - {K.CHAT, K.SAY}),
        (ASKED, {K.INTENT, K.REFLECTION}),
        (SILENT, set()),
        (TEXT, {K.JOIN, K.CAPABILITY, K.LEAVE, K.CHAT, *(kind for kind in K if kind.act)}),
        (TEMPLATE, {K.JOIN, K.CAPABILITY, K.LEAVE, K.CHAT}),
    ],
    ids=lambda value: value.name if isinstance(value, TeamChannel) else "",
)
def test_these_kinds_and_no_others_go_out_and_come_in(
    channel: TeamChannel, kinds: set[MessageKind]
) -> None:
    end = joined(channel)
    assert {kind for kind in K if end.says(say(kind, sender="small"))} == kinds
    assert {kind for kind in K if joined(channel).hears(say(kind)) is not None} == kinds


def test_what_is_open_passes_as_it_came() -> None:
    message = replace(state(1.0, "room_1"), remembered=True)
    assert joined(OPEN).hears(message) is message


@pytest.mark.parametrize("channel", HISTORYLESS, ids=lambda channel: channel.name)
@pytest.mark.parametrize("kind", list(K))
def test_nothing_that_was_said_before_is_heard(channel: TeamChannel, kind: MessageKind) -> None:
    assert joined(channel).hears(replace(say(kind), remembered=True)) is None
    assert joined(channel).hears(say(kind, at=9.0)) is None
    assert ChannelEnd(channel, "small").hears(say(kind)) is None


def test_clocks_may_be_a_little_apart_when_one_is_greeted() -> None:
    greeting = replace(say(K.CAPABILITY, at=9.7), recipient="small")
    assert joined(PAPER).hears(greeting) is greeting
    assert joined(PAPER).hears(replace(greeting, stamp=9.4)) is None
    assert joined(PAPER).hears(replace(greeting, recipient="")) is None


def test_own_words_are_no_history() -> None:
    own = replace(say(K.STATE, at=1.0, sender="small"), remembered=True)
    assert joined(PAPER).hears(own) is own


def test_rooms_explored_before_are_not_told_and_those_explored_since_are() -> None:
    end = joined(PAPER)

    def explored(message: TeamMessage) -> tuple[str, ...]:
        heard = end.hears(message)
        assert heard is not None
        assert heard.state is not None
        return heard.state.explored_rooms

    assert explored(state(11.0, "room_1")) == ()
    assert explored(state(12.0, "room_1", "room_2")) == ("room_2",)
    other = replace(state(13.0, "room_1"), sender="arm")
    assert explored(other) == ()
    anew = replace(state(14.0), session=2)
    assert explored(anew) == ()
    assert explored(replace(state(15.0, "room_1"), session=2)) == ("room_1",)


def test_each_name_has_a_channel_and_all_but_the_open_one_are_told() -> None:
    assert tuple(CHANNELS) == CHANNEL_NAMES
    assert [find_channel(name).name for name in CHANNEL_NAMES] == list(CHANNEL_NAMES)
    told = [channel.told for channel in HISTORYLESS]
    assert OPEN.told == ""
    assert len(set(told)) == len(told)
    assert all(text and "\n" not in text for text in told)
    with pytest.raises(ConfigError, match="channel loud: no such channel; expected open, paper"):
        find_channel("loud")


@pytest.mark.parametrize("channel", [TEXT, TEMPLATE], ids=lambda channel: channel.name)
def test_where_only_words_cross_no_record_crosses_with_them(channel: TeamChannel) -> None:
    work = Intent(7, IntentStatus.ADOPTED, SubTask(SubTaskKind.STOP))
    mug = Detection("Mug_0", "Mug", Point(1.0, 2.0))
    smuggled = replace(state(20.0), kind=K.CHAT, intent=work, detections=(mug,))
    heard = joined(channel).hears(smuggled)
    assert heard is not None
    assert (heard.text, heard.state, heard.detections) == (SENTENCE, None, ())
    assert heard.intent != work
    assert (heard.intent is not None) == (channel is TEMPLATE)
    body = Capability("tall")
    met = joined(channel).hears(replace(smuggled, kind=K.JOIN, capability=body))
    assert met is not None
    assert (met.capability, met.state, met.intent, met.text) == (body, None, None, "")


def test_a_message_of_501_characters_is_refused_in_one_line() -> None:
    long, longer = (replace(say(K.CHAT), text="x" * length) for length in (500, 501))
    assert not TEXT.refusal(long)
    assert TEXT.refusal(longer) == "501 characters; channel text carries at most 500"
    assert joined(TEXT).hears(long) is not None
    assert joined(TEXT).hears(longer) is None
    turn = Utterance(Act.ASSIGN, "meeting", Topic(1.0, "tall", 1), 1, "x" * 400)
    tasks = replace(turn, assignments=(("arm", "y" * 101),))
    assert not TEXT.refusal(replace(say(K.ASSIGN), utterance=turn))
    assert TEXT.refusal(replace(say(K.ASSIGN), utterance=tasks)).startswith("501 characters")
    assert not OPEN.refusal(longer)


def test_a_template_carries_no_other_words() -> None:
    free = replace(say(K.CHAT), text="Hello there.")
    assert TEMPLATE.refusal(free) == "no template sentence, and channel template carries no others"
    assert joined(TEMPLATE).hears(free) is None


def test_prices_are_part_of_a_channels_name_and_told() -> None:
    paid = find_channel("text:3")
    assert (paid.name, paid.price, paid.kinds) == ("text:3", Price(3), TEXT.kinds)
    assert paid.told == f"{TEXT.told} Each message costs its sender 3 steps."
    assert find_channel("text:0") is TEXT
    by_length = find_channel("template:50bytes").price
    assert [by_length.of("x" * n) for n in (1, 50, 51)] == [1, 1, 2]
    assert by_length.of("ä" * 26) == 2
    for name in ("open:1", "text:-1", "text:x", "text:", "text:0bytes"):
        with pytest.raises(ConfigError, match=f"channel {name}: no such price; expected text or"):
            find_channel(name)

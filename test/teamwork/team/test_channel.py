# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What each channel lets through, of what is said and of what was said before."""

from dataclasses import replace

import pytest

from adhoc_teamwork.teamwork.channel_names import CHANNEL_NAMES
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import (
    ASKED,
    CHANNELS,
    OPEN,
    PAPER,
    SILENT,
    ChannelEnd,
    TeamChannel,
    find_channel,
)
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

K = MessageKind
HISTORYLESS = (PAPER, ASKED, SILENT)


def say(kind: MessageKind, at: float = 20.0, sender: str = "tall") -> TeamMessage:
    return TeamMessage(sender, 1, int(10 * at), at, kind)


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

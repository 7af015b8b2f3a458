# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a team may say to each other, what that costs, and what who joins is told: a channel.

It belongs to the scenario or to the row of a table, never to a method. Radios carry it (range,
walls, loss); the emergency stop is no team message, and no channel touches it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adhoc_teamwork.teamwork import channel_names
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.template_language import Told, read_told

SAME_MOMENT = 0.5
"""By so much, in seconds, the clock of who answers a JOIN may be behind."""
LONGEST_MESSAGE = 500
"""Characters of a message in words (CoELA, section 4.1)."""


class Language(StrEnum):
    """Say in what form intents and finds cross.

    RECORDS: as they are. WORDS: in sentences that no rule reads, only models. TEMPLATE: in the
    sentences of `template_language`, which hearers understand; nothing else is said.
    """

    RECORDS = "records"
    WORDS = "words"
    TEMPLATE = "template"


@dataclass(frozen=True)
class Price:
    """Hold what a message costs its sender: `steps`, or a step for every `bytes_a_step` begun.

    A step is one tick of the world's clock in the benchmark, and a second on robots.
    """

    steps: int = 0
    bytes_a_step: int = 0

    def of(self, words: str) -> int:
        """Return what a message of these words costs, in steps."""
        if self.bytes_a_step:
            return -(-len(words.encode("utf-8", "replace")) // self.bytes_a_step)
        return self.steps

    def __str__(self) -> str:
        """Return it in words, as a prompt tells it."""
        if self.bytes_a_step:
            return f"a step for every {self.bytes_a_step} bytes"
        return f"{self.steps} step{'s' * (self.steps != 1)}"


@dataclass(frozen=True)
class TeamChannel:
    """Hold what crosses robots.

    Attributes:
        name: What command lines, scenarios and results call it, with its price: ``text:3``.
        kinds: The kinds of messages that cross at all.
        tells_history: Whether who joins is told what was said and found before. Where not, that
            comes in answers to intents alone, and only who reflects asks for them.
        is_checked: Whether rules check what was decided before it is tried, and fill the time in
            which nothing is. Where not, what is impossible is carried out, fails and costs time
            (paper section IV-G).
        told: What prompts say of it, one sentence; empty where they need not.
        language: In what form intents and finds cross.
        price: What a message costs; introductions cost nothing.
    """

    name: str
    kinds: frozenset[MessageKind]
    tells_history: bool = False
    is_checked: bool = True
    told: str = ""
    language: Language = Language.RECORDS
    price: Price = Price()

    def carries(self, kind: MessageKind) -> bool:
        """Tell whether messages of a kind cross."""
        return kind in self.kinds

    @property
    def family(self) -> str:
        """Return its name without the price."""
        return self.name.partition(":")[0]

    @property
    def answers(self) -> bool:
        """Tell whether who proposes something can be answered."""
        return self.carries(MessageKind.REFLECTION) or self.language is Language.RECORDS

    @property
    def lag(self) -> int:
        """Return after how many steps of the benchmark a message is heard."""
        return 0 if self.language is Language.RECORDS else 1

    @property
    def characters(self) -> int | None:
        """Return how long a message may be; None where the channel does not say."""
        return None if self.language is Language.RECORDS else LONGEST_MESSAGE

    def refusal(self, message: TeamMessage) -> str:
        """Return in one line why a message of a kind that crosses is not said; empty: it is."""
        if self.language is Language.RECORDS or message.kind in INTRODUCTIONS:
            return ""
        length = len(message.text) if message.utterance is None else message.utterance.length
        if length > LONGEST_MESSAGE:
            return f"{length} characters; channel {self.name} carries at most {LONGEST_MESSAGE}"
        if self.language is Language.TEMPLATE and _told(message) is None:
            return f"no template sentence, and channel {self.name} carries no others"
        return ""


OPEN = TeamChannel(channel_names.OPEN, frozenset(MessageKind), tells_history=True)
"""Everything is heard by everybody, and who joins is told what was said before."""

_ANSWERED = frozenset({MessageKind.INTENT, MessageKind.REFLECTION})
INTRODUCTIONS = frozenset({MessageKind.JOIN, MessageKind.CAPABILITY, MessageKind.LEAVE})
"""Who is there, with what body; where messages have a price, these have none."""

PAPER = TeamChannel(
    channel_names.PAPER,
    frozenset(MessageKind) - {MessageKind.CHAT, MessageKind.SAY},
    is_checked=False,
    told="The team tells you what it does and finds from now on. What it found or explored before "
    "you joined you hear only in answers to an intent that you announce.",
)
"""The paper's own setting (sections IV-B, IV-D.3 and IV-G).

Abilities, states, sub-tasks and finds are broadcast as they come; who joins is told the team's
abilities, states and present sub-tasks, and nothing of its history.
"""

ASKED = TeamChannel(
    channel_names.ASKED,
    _ANSWERED,
    told="The team hears nothing but intents and the answers to them: nobody says what it is, "
    "where it is or what it finds unless an intent is about that.",
)
"""Intents and answers to them."""

SILENT = TeamChannel(
    channel_names.SILENT,
    frozenset(),
    told="Nobody in the team can say or hear anything: you know of others only what you see.",
)
"""Nothing."""

TEXT = TeamChannel(
    channel_names.TEXT,
    INTRODUCTIONS | {kind for kind in MessageKind if kind.act is not None or kind.name == "CHAT"},
    told="The team has nothing but words, at most 500 characters a message, heard one step later: "
    "nobody shares what it sees or does in any other way.",
    language=Language.WORDS,
)
"""Free words (CoELA, section 3.2.3; CaPo, section 4.2), and who is there."""

TEMPLATE = TeamChannel(
    channel_names.TEMPLATE,
    INTRODUCTIONS | {MessageKind.CHAT},
    told="The team says in fixed sentences what it takes up, has done and has found, heard one "
    "step later; it can say nothing else.",
    language=Language.TEMPLATE,
)
"""The sentences of CoELA's appendix D, and who is there."""

CHANNELS: Mapping[str, TeamChannel] = MappingProxyType(
    {channel.name: channel for channel in (OPEN, PAPER, ASKED, SILENT, TEXT, TEMPLATE)}
)


CHANNEL_DESCRIPTION = (
    f"What the team may say to each other, the same for all of a team: {', '.join(CHANNELS)}; text "
    "and template also at a price, such as text:3."
)
"""Describes a node's parameter."""


def check_channel(values: Mapping[str, object]) -> str:
    """Return what is wrong with a node's `channel`, its name first, or an empty text."""
    try:
        find_channel(str(values["channel"]))
    except ConfigError as error:
        return f"channel: {error}"
    return ""


def find_channel(name: str) -> TeamChannel:
    """Return the channel of a name, such as ``open``, ``text``, ``text:3`` or ``text:50bytes``.

    Raises:
        ConfigError: There is none, or it has no such price.
    """
    plain, colon, price = name.partition(":")
    if plain not in CHANNELS:
        raise ConfigError(f"channel {name}: no such channel; expected {', '.join(CHANNELS)}")
    channel = CHANNELS[plain]
    if not colon:
        return channel
    found = channel_names.PRICE.fullmatch(price)
    if plain not in channel_names.PRICED or found is None:
        priced = " or ".join(channel_names.PRICED)
        raise ConfigError(f"channel {name}: no such price; expected {priced} with :3 or :50bytes")
    paid = Price(int(found.group(1) or 0), int(found.group(2) or 0))
    if paid == Price():
        return channel
    told = f"{channel.told} Each message costs its sender {paid}."
    return replace(channel, name=f"{plain}:{price}", told=told, price=paid)


def words_alone(message: TeamMessage) -> TeamMessage:
    """Return of a message what crosses where there are only words, and bodies are introduced."""
    words = replace(message, state=None, intent=None, reflection=None, detections=())
    if message.kind in INTRODUCTIONS:
        return replace(words, text="")
    return replace(words, capability=None)


def _told(message: TeamMessage) -> Told | None:
    """Return what a message tells in the template language; None where it is no such message."""
    if message.kind is not MessageKind.CHAT:
        return None
    return read_told(message.text, message.sender, message.stamp)


class ChannelEnd:
    """Let through what one robot says and hears over a channel.

    Where no history is told, a robot hears what is said after it has joined, and of the rooms that
    teammates say they have explored those that were not among the first that it heard from each.
    Its own words, which a broker repeats to it after a restart, are no history.
    """

    def __init__(self, channel: TeamChannel, robot: str) -> None:
        self._channel = channel
        self._robot = robot
        self._joined: float | None = None
        self._explored_before: dict[tuple[str, int], frozenset[str]] = {}

    def says(self, message: TeamMessage) -> bool:
        """Tell whether what this robot says goes out; note when it joined."""
        if message.kind is MessageKind.JOIN:
            self._joined = message.stamp
        return self._channel.carries(message.kind)

    def hears(self, message: TeamMessage) -> TeamMessage | None:
        """Return what this robot hears, and by rule understands, of a message, or None."""
        channel = self._channel
        if channel.tells_history or (message.remembered and message.sender == self._robot):
            return message
        if message.remembered or not channel.carries(message.kind):
            return None
        slack = SAME_MOMENT if message.recipient == self._robot else 0.0
        if self._joined is None or message.stamp < self._joined - slack or channel.refusal(message):
            return None
        if channel.language is Language.RECORDS:
            return self._without_history(message)
        words = words_alone(message)
        told = _told(words) if channel.language is Language.TEMPLATE else None
        if told is None:
            return words
        return replace(words, intent=told.intent, detections=told.detections)

    def _without_history(self, message: TeamMessage) -> TeamMessage:
        state = message.state
        if state is None:
            return message
        speaker = (message.sender, message.session)
        before = self._explored_before.setdefault(speaker, frozenset(state.explored_rooms))
        since = tuple(room for room in state.explored_rooms if room not in before)
        if since == state.explored_rooms:
            return message
        return changed(message, state=changed(state, explored_rooms=since))

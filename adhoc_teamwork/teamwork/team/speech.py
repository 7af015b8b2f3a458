# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How one robot says over a channel what it has to say: in its language, at its price, in turn."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from adhoc_teamwork.teamwork.team.channel import (
    INTRODUCTIONS,
    LONGEST_MESSAGE,
    ChannelEnd,
    Language,
    TeamChannel,
    words_alone,
)
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTaskKind
from adhoc_teamwork.teamwork.team.template_language import write_find, write_finds, write_intent

_MOST_WAITING = 100
"""Messages and finds that wait to be said; the oldest are left out."""


@dataclass
class SpeechCounts:
    """Count messages that went out or were refused, and what they cost; introductions aside.

    `bytes` are those of the words, `steps` what was paid.
    """

    sent: int = 0
    refused: int = 0
    bytes: int = 0
    steps: int = 0


class Speech:
    """Say what one robot has to say, as its channel lets it.

    Times are seconds where talk takes airtime, and else the steps that the robot has given up to
    pay. Where only words cross, what the robot takes up, has done and has found is put into
    sentences; what waits together is said in one message. Finds wait for other news, or until the
    robot is in another room (CoELA, appendix D). Where messages have a price the next waits until
    the latest is paid for.

    Args:
        channel: What the team may say to each other.
        robot: Who speaks.
        refuse: Called with why a message is not said, one line.
    """

    def __init__(self, channel: TeamChannel, robot: str, refuse: Callable[[str], None]) -> None:
        self.end = ChannelEnd(channel, robot)
        self.counts = SpeechCounts()
        self._channel, self._refuse = channel, refuse
        self._waiting: deque[TeamMessage] = deque(maxlen=_MOST_WAITING)
        self._news = _News()
        self._paid_until = float("-inf")
        self._latest_price = 0

    def say(self, message: TeamMessage) -> tuple[TeamMessage, ...]:
        """Take in what the robot says; return what goes out at once, `due` returns the rest."""
        goes_out = self.end.says(message)
        if self._channel.language is Language.RECORDS:
            self.counts.sent += goes_out
            return (message,) if goes_out else ()
        if message.kind in INTRODUCTIONS:
            return (words_alone(message),)
        if not goes_out:
            self._news.take(message)
        elif why := self._channel.refusal(message):
            self.counts.refused += 1
            self._refuse(why)
        else:
            self._waiting.append(message)
        return ()

    def due(self, now: float) -> tuple[TeamMessage, ...]:
        """Return what goes out now, and note what it costs."""
        if self._channel.language is Language.RECORDS:
            return ()
        if now < self._paid_until - self._latest_price:
            # The clock was set back.
            self._paid_until = now
        said: list[TeamMessage] = []
        while now >= self._paid_until:
            message = self._waiting.popleft() if self._waiting else self._news.message()
            if message is None:
                break
            words = words_of(message)
            self._latest_price = self._channel.price.of(words)
            self._paid_until = now + self._latest_price
            self.counts.sent += 1
            self.counts.bytes += len(words.encode("utf-8", "replace"))
            self.counts.steps += self._latest_price
            said.append(words_alone(message))
        return tuple(said)

    def is_paying(self, now: float) -> bool:
        """Tell whether what the robot said before is not paid for by `now`."""
        return now < self._paid_until


def words_of(message: TeamMessage) -> str:
    """Return the words of a message, as they are counted and paid for."""
    said = message.utterance
    if said is None:
        return message.text
    return "".join([said.text, *(task for _, task in said.assignments)])


class _News:
    """Gather what a robot would tell in records, and put it into one message in sentences."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._intent: Intent | None = None
        self._is_open = False
        """Whether teammates think that the robot still is at the task it told last."""
        self._finds: dict[str, str] = {}
        self._room = ""
        self._is_due = False
        self._envelope: TeamMessage | None = None
        """The latest that is not said as it is: a message in sentences takes its number."""

    def take(self, message: TeamMessage) -> None:
        """Take in a message that does not cross."""
        if message.recipient:
            return
        self._envelope = message
        if message.state is not None and message.state.room:
            self._is_due = self._is_due or self._room not in ("", message.state.room)
            self._room = message.state.room
        if message.intent is not None:
            self._take_intent(message.intent)
        if message.kind is MessageKind.DETECTION:
            for thing in message.detections:
                self._finds.pop(thing.object_id, None)
                if words := write_find(thing):
                    self._finds[thing.object_id] = words
        while len(self._finds) > _MOST_WAITING:
            del self._finds[next(iter(self._finds))]

    def message(self) -> TeamMessage | None:
        """Return the next message, once there is something to tell; no number serves twice."""
        intent = _sentence(self._intent) if self._intent is not None else ""
        if self._envelope is None or not (self._done or intent or (self._is_due and self._finds)):
            return None
        sentences: list[str] = []
        while self._done and _fits(sentences, self._done[0]):
            sentences.append(self._done.pop(0))
        if intent and not self._done and _fits(sentences, intent):
            sentences.append(intent)
            self._intent = None
        told: list[str] = []
        for words in () if self._done or self._intent else tuple(self._finds.values()):
            if _fits(sentences, write_finds([*told, words])):
                told.append(words)
        if told:
            sentences.append(write_finds(told))
            self._finds = {name: w for name, w in self._finds.items() if w not in told}
        self._is_due = bool(self._finds) and self._is_due
        envelope, self._envelope = self._envelope, None
        return replace(envelope, kind=MessageKind.CHAT, text=" ".join(sentences))

    def _take_intent(self, intent: Intent) -> None:
        if intent.status is IntentStatus.ADOPTED:
            is_rest = intent.subtask.kind is SubTaskKind.STOP
            # That a robot rests is told only where it seems to be at something.
            self._intent = intent if self._is_open or not is_rest else None
            self._is_open = not is_rest
        elif intent.status is not IntentStatus.PROPOSED:
            if self._intent is not None and self._intent.intent_id == intent.intent_id:
                self._intent = None
            if intent.status is IntentStatus.DONE and (sentence := _sentence(intent)):
                self._done.append(sentence)
                self._is_open = False
        del self._done[:-_MOST_WAITING]


def _sentence(intent: Intent) -> str:
    sentence = write_intent(intent)
    return sentence if _fits([], sentence) else ""


def _fits(sentences: list[str], more: str) -> bool:
    return sum(len(sentence) + 1 for sentence in sentences) + len(more) <= LONGEST_MESSAGE

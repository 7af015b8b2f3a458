# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person in a robot's seat: what is offered in lines, and what the lines typed order."""

import re
from dataclasses import dataclass

from adhoc_teamwork.comm_bridge.chat.grammar import LONGEST, ChatError
from adhoc_teamwork.comm_bridge.wording import sentence_of
from adhoc_teamwork.teamwork.team.channel import Language, find_channel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.seat import Offer, SeatOrder
from adhoc_teamwork.teamwork.text.letters import letter_of

GUIDE = """\
B                   choose plan B of the list; the robot carries it out
words               say them to the team
/plans  /look       the list again; what the robot knows, as a model is told it
/wait S             wait S seconds (for scripts)
/help  /quit
The letter of another plan, while one is under way, changes to it where the hand allows that."""

QUIT = "/quit"
_COMMAND = re.compile(r"/(\w+)\s*(.*)", re.DOTALL)
_LETTERS = re.compile(r"[A-Za-z]{1,2}[.)]?")
_SECONDS = re.compile(r"\d{1,3}(?:\.\d+)?")
_QUIET = (MessageKind.STATE, MessageKind.CAPABILITY)


@dataclass(frozen=True)
class SeatReaction:
    """Hold what comes of a line: what is ordered, what is shown, and whether to go on."""

    order: SeatOrder | None = None
    lines: tuple[str, ...] = ()
    wait: float = 0.0
    ends: bool = False


class SeatedPerson:
    """Turn offers and the team's words into lines, and lines into orders."""

    def __init__(self, robot: str) -> None:
        """Store for which robot's model the person sits in."""
        self._robot = robot
        self._offer = Offer()
        self._plans: tuple[str, ...] = ()
        self._answered = -1
        """The number of the question that was answered last."""

    @property
    def must_choose(self) -> bool:
        """Tell whether the robot waits for a choice."""
        return bool(self._offer.plans) and self._offer.number != self._answered

    @property
    def channel(self) -> str:
        """Return the name of what the team may say; empty before the first offer."""
        return self._offer.channel

    def take(self, offer: Offer) -> tuple[str, ...]:
        """Take in what is offered; return the lines that show what is new."""
        before, self._offer = self._offer, offer
        if offer.plans and (offer.plans, offer.number) != (self._plans, before.number):
            self._plans = offer.plans
            return (f"{self._robot} asks what to do next:", *self._listed())
        if offer.doing != before.doing and not offer.plans:
            return (f"{self._robot}: {offer.doing}",)
        return ()

    def hear(self, message: TeamMessage) -> str:
        """Return the line that shows what the team says; empty where it is no news."""
        return "" if message.kind in _QUIET or message.remembered else sentence_of(message)

    def enter(self, line: str) -> SeatReaction:
        """Return what comes of a line.

        Raises:
            ChatError: It cannot be understood or said; the error says what was expected.
        """
        line = " ".join(line[:LONGEST].split())
        if not line:
            return SeatReaction()
        if found := _COMMAND.fullmatch(line):
            return self._command(found.group(1).lower(), found.group(2))
        if _LETTERS.fullmatch(line) and (len(line.rstrip(".)")) == 1 or self._index(line) >= 0):
            return self._choice(line)
        return SeatReaction(SeatOrder(words=self._checked(line)))

    def _command(self, command: str, rest: str) -> SeatReaction:
        if command == "help":
            return SeatReaction(lines=tuple(GUIDE.splitlines()))
        if command == "quit":
            return SeatReaction(ends=True)
        if command == "plans":
            return SeatReaction(lines=self._listed() or ("nothing has been offered yet",))
        if command == "look":
            known = tuple(self._offer.situation.splitlines())
            return SeatReaction(lines=known or ("nothing is known yet",))
        if command == "wait":
            if not _SECONDS.fullmatch(rest):
                raise ChatError(f"/wait {rest[:40]}: expected seconds")
            return SeatReaction(wait=float(rest))
        raise ChatError(f"/{command[:40]}: no such command; /help lists them")

    def _choice(self, line: str) -> SeatReaction:
        index = self._index(line)
        if index >= 0:
            self._answered = self._offer.number
            return SeatReaction(SeatOrder(plan=self._plans[index]))
        if not self._plans:
            raise ChatError("nothing has been offered yet")
        last = letter_of(len(self._plans) - 1)
        raise ChatError(f"there is no plan {line[:3]}; expected A to {last}")

    def _checked(self, words: str) -> str:
        """Return words that the channel carries.

        Raises:
            ChatError: It does not carry them.
        """
        channel = find_channel(self.channel) if self.channel else None
        if channel is None:
            raise ChatError(f"{self._robot} is not ready to speak yet")
        if not channel.carries(MessageKind.CHAT):
            raise ChatError(f"channel {channel.name} carries no words")
        if channel.language is Language.TEMPLATE:
            raise ChatError(f"channel {channel.name} carries no words of your own")
        try:
            SeatOrder(words=words)
        except ValueError as error:
            raise ChatError(str(error)) from None
        return words

    def _index(self, line: str) -> int:
        letter = line.rstrip(".)").upper()
        letters = [letter_of(index) for index in range(len(self._plans))]
        return letters.index(letter) if letter in letters else -1

    def _listed(self) -> tuple[str, ...]:
        return tuple(f"  {letter_of(index)}. {plan}" for index, plan in enumerate(self._plans))

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person who takes an arm's turns in a dialog: what is shown, and what is typed."""

import re
from collections.abc import Sequence

from adhoc_teamwork.teamwork.team.channel import OPEN
from adhoc_teamwork.teamwork.team.seat import LONGEST_PLAN, LONGEST_SITUATION, Offer, SeatOrder

PROCEED = "PROCEED"
_KEPT = 4
"""Offers that wait to be told at the most."""
_NEXT_LINE = re.compile(r"\s+(?=NAME\s)")


class CellSeat:
    """Hold what is offered to the person, and what was answered; used from one thread only.

    What is typed is the turn, word by word; lines of a plan, which a terminal takes as one line,
    begin at each NAME. To say no more there is a plan to choose.

    Args:
        robot: Whose turns they are.
    """

    def __init__(self, robot: str) -> None:
        self._robot = robot
        self._said: str | None = None
        self._is_turn = False
        self._number = 0
        self._offers: list[Offer] = [Offer("waits for its turn", OPEN.name)]

    def begin(self, wrong: Sequence[str], number: int) -> None:
        """Show that a dialog begins, and what was wrong with the latest plan of this round."""
        self._said, self._is_turn = None, False
        doing = f"round {number}: waits for its turn"
        if wrong:
            doing = f"round {number}: the plan was refused: {wrong[-1]}"
        self._show(Offer(doing[:LONGEST_PLAN], OPEN.name, number=self._number))

    def take(self, order: SeatOrder) -> None:
        """Take in what the person typed; out of turn it is not said."""
        if not self._is_turn:
            self._show(Offer("it is not your turn: not said", OPEN.name, number=self._number))
            return
        self._said = as_turn(order.plan or order.words)

    def answer(self, prompt: str) -> str | None:
        """Return what the person answers to a prompt, once; None while nothing is typed."""
        if not self._is_turn:
            self._is_turn = True
            situation = prompt[-LONGEST_SITUATION:]
            self._show(Offer("your turn", OPEN.name, (PROCEED,), self._number, situation))
        said, self._said = self._said, None
        if said is not None:
            self._is_turn = False
            self._number += 1
            self._show(Offer("has spoken", OPEN.name, number=self._number))
        return said

    def news(self, is_over: bool) -> Offer | None:
        """Return the next offer to tell, one for each call; None where there is none."""
        if self._offers:
            return self._offers.pop(0)
        if is_over and self._robot:
            self._robot = ""
            return Offer(channel=OPEN.name, is_over=True)
        return None

    def _show(self, offer: Offer) -> None:
        self._offers = [*self._offers[1 - _KEPT :], offer]


def as_turn(typed: str) -> str:
    """Return a line that was typed as a turn is written: each robot's action on its own line."""
    return _NEXT_LINE.sub("\n", typed)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a person who sits in for a robot's model is offered, and what the person says to it."""

import json
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.team.channel import LONGEST_MESSAGE

MOST_PLANS = 100
LONGEST_PLAN = 500
"""Characters of a plan in words."""
LONGEST_SITUATION = 100_000
"""Characters of what a robot knows, in words."""

T = TypeVar("T")


@dataclass(frozen=True)
class Offer:
    """Hold what a robot tells the person who sits in for its model.

    `plans` are those to choose from, in words; none while nothing is to be decided. `number` counts
    what was chosen before. `situation` is what a model is told before it chooses. An offer that
    `is_over` is the last one.
    """

    doing: str = ""
    channel: str = ""
    plans: tuple[str, ...] = ()
    number: int = 0
    situation: str = ""
    is_over: bool = False

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        """Refuse what is too much.

        Raises:
            ValueError: In one line, which limit is broken.
        """
        if len(self.plans) > MOST_PLANS:
            raise ValueError(f"{len(self.plans)} plans; expected at most {MOST_PLANS}")
        for text, most in (
            *((plan, LONGEST_PLAN) for plan in (self.doing, self.channel, *self.plans)),
            (self.situation, LONGEST_SITUATION),
        ):
            _check_length(text, most)


@dataclass(frozen=True)
class SeatOrder:
    """Hold what the person says: a plan, word by word as it was offered, or words to the team."""

    plan: str = ""
    words: str = ""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        """Refuse what is neither, both, or too long.

        Raises:
            ValueError: In one line, what is wrong.
        """
        if bool(self.plan) == bool(self.words):
            raise ValueError("expected either a plan or words")
        _check_length(self.plan, LONGEST_PLAN)
        _check_length(self.words, LONGEST_MESSAGE)


def seat_to_json(said: Offer | SeatOrder) -> str:
    """Return an offer or an order as one line of JSON; what is empty is left out."""
    values = {name: value for name, value in asdict(said).items() if value}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def offer_from_json(text: str) -> Offer:
    """Return the offer that a text is.

    Raises:
        ValueError: It is none, or one beyond the limits; in one line.
    """
    return _read(_offers, "offer", text)


def order_from_json(text: str) -> SeatOrder:
    """Return the order that a text is.

    Raises:
        ValueError: It is none, or one beyond the limits; in one line.
    """
    return _read(_orders, "order", text)


def _read(kind: "TypeAdapter[T]", what: str, text: str) -> T:
    values: Any = parse_json(text, strict=True)
    try:
        return kind.validate_python(values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part)[:80] for part in first["loc"])
        raise ValueError(f"no {what}: {where}: {first['msg']}") from None


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise ValueError(f"{len(text)} characters; expected at most {most}")


_offers, _orders = TypeAdapter(Offer), TypeAdapter(SeatOrder)

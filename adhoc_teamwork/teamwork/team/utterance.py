# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One turn of a conversation in which a team settles what concerns all of it."""

import json
import math
from dataclasses import asdict, dataclass
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.parsing import parse_json

MOST_MEMBERS = 32
"""Robots that take part in one conversation, and robots that one plan can name."""
LONGEST_NAME = 256
"""Characters of a robot's or a form's name."""
LONGEST_WORDS = 4000
"""Characters of what is said, tasks included; a form may allow fewer."""
MOST_ROUNDS = 100


class Act(StrEnum):
    """Say what an utterance does.

    What is SAID asks for nothing. What is PROPOSED (words) or ASSIGNED (a task for each robot) asks
    for ANSWERS, which agree or refuse. The leader CONCLUDES.
    """

    SAY = "say"
    PROPOSE = "propose"
    ASSIGN = "assign"
    ANSWER = "answer"
    CONCLUDE = "conclude"


@dataclass(frozen=True, order=True)
class Topic:
    """Tell one conversation from all others: when (s, ROS clock) and by whom it was opened.

    The lesser of two goes before the other, for everyone alike: the earlier, then by name.
    """

    begun: float
    opener: str
    number: int
    """Counts what one robot opens."""

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            ValueError: No time, no name, or no number.
        """
        if not math.isfinite(self.begun):
            raise ValueError("a conversation began at no time")
        _check_name("opener", self.opener)
        if not 0 <= self.number < 2**32:
            raise ValueError(f"{self.number} is no number of a conversation")


@dataclass(frozen=True)
class Utterance:
    """Hold one turn; what can be built is within all limits.

    `form` names the kind of conversation, `round` counts from 1. Who opens a round says in
    `members` who takes part, in the order of speaking, itself first; who concludes, who agreed.
    `agrees` is for answers, and for conclusions: whether nobody refused. `replaces` is the
    conversation whose leader is gone and which this one takes the place of.
    """

    act: Act
    form: str
    topic: Topic
    round: int
    text: str = ""
    assignments: tuple[tuple[str, str], ...] = ()
    agrees: bool = False
    members: tuple[str, ...] = ()
    replaces: Topic | None = None

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        """Refuse what is too much or cannot be.

        Raises:
            ValueError: In one line, which limit is broken.
        """
        _check_name("form", self.form)
        if not 1 <= self.round <= MOST_ROUNDS:
            raise ValueError(f"round {self.round}; expected 1 to {MOST_ROUNDS}")
        if self.length > LONGEST_WORDS:
            raise ValueError(f"{self.length} characters; expected at most {LONGEST_WORDS}")
        if max(len(self.members), len(self.assignments)) > MOST_MEMBERS:
            raise ValueError(f"more than {MOST_MEMBERS} robots")
        for name in (*self.members, *(robot for robot, _ in self.assignments)):
            _check_name("robot", name)
        if len(set(self.members)) < len(self.members):
            raise ValueError("a robot takes part twice")
        if len(dict(self.assignments)) < len(self.assignments):
            raise ValueError("a robot has two tasks")

    def __str__(self) -> str:
        """Return it in one sentence, for people."""
        parts = [self.text, *(f"{robot}: {task}" for robot, task in self.assignments)]
        words = "; ".join(part for part in parts if part)
        return f"{self.form}, round {self.round}: {self.verb}" + (f": {words}" if words else "")

    @property
    def length(self) -> int:
        """Return how many characters it has, tasks included."""
        return len(self.text) + sum(len(task) for _, task in self.assignments)

    @property
    def verb(self) -> str:
        """Return what its sender does by it."""
        if self.act is Act.ANSWER:
            return "agrees" if self.agrees else "refuses"
        if self.act is Act.CONCLUDE:
            return "concludes, agreed" if self.agrees else "concludes, not agreed"
        return f"{self.act}s"


def utterance_to_json(utterance: Utterance) -> str:
    """Return an utterance without its act, which the message's kind says, as one line of JSON."""
    values = {name: value for name, value in asdict(utterance).items() if value and name != "act"}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def utterance_from_json(act: Act, text: str) -> Utterance:
    """Return the utterance that a text is.

    Raises:
        ValueError: It is no utterance, or one beyond the limits; in one line.
    """
    values = parse_json(text, strict=True)
    if not isinstance(values, dict) or "act" in values:
        raise ValueError("no utterance: expected an object")
    try:
        return _utterances.validate_python({**values, "act": act})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part)[:LONGEST_NAME] for part in first["loc"])
        raise ValueError(f"no utterance: {where}: {first['msg']}") from None


_utterances = TypeAdapter(Utterance)


def _check_name(what: str, name: str) -> None:
    if not 0 < len(name) <= LONGEST_NAME:
        raise ValueError(f"{what}: a name of {len(name)} characters; expected 1 to {LONGEST_NAME}")

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What describes an action: its arguments, how it is written, and where its parts are."""

import re
from dataclasses import dataclass

from adhoc_teamwork.teamwork.enums import StrEnum

Target = str
"""Where a part of an action is, as "module:attribute"; empty where it has none.

Only who needs a part imports it: a broker reads names and arguments, a robot the skill as well.
"""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
_LONGEST = 40
_MOST = 16
"""Arguments that fit in a message."""
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_ARGUMENT = re.compile(r"[a-z][a-z0-9_]*")
_TARGET = re.compile(r"(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*)?")
_BETWEEN = r"[\s_-]*"


class Sort(StrEnum):
    """Say what the value of an argument is; metres are a number, all others texts."""

    OBJECT_ID = "object id"
    ROOM_ID = "room id"
    RECEPTACLE_TYPE = "receptacle type"
    ROOM_TYPE = "room type"
    WORDS = "words"
    METRES = "metres"


@dataclass(frozen=True)
class Argument:
    """Hold one argument: its name in the record, its sort, and what the notation calls it.

    One that is `implied` is not written: the sub-task says it. It is read where it is given.
    """

    name: str
    sort: Sort
    label: str = ""
    implied: bool = False

    @property
    def shown(self) -> str:
        """Return what the notation calls it, such as ``object id``."""
        return self.label or str(self.sort)

    @property
    def default(self) -> str | float:
        """Return the value of an argument that is not given."""
        return 0.0 if self.sort is Sort.METRES else ""

    def checked(self, value: object) -> str | float:
        """Return a value of this sort.

        Raises:
            ValueError: It is of another sort.
        """
        if not self.takes(value):
            raise ValueError(f"{self.name}: expected {self.sort}, got {value!r:.60}")
        return float(value) if isinstance(value, (int, float)) else str(value)

    def takes(self, value: object) -> bool:
        """Tell whether a value is of this sort."""
        return isinstance(value, (int, float) if self.sort is Sort.METRES else str)


@dataclass(frozen=True)
class ActionSpec:
    """Describe an action.

    `words` is what a model is told about it, one sentence or two. `spelling` is a regular
    expression of its name where not only case, blanks and hyphens may differ. A name that is
    `common` in prose is one only before a bracket.
    """

    name: str
    arguments: tuple[Argument, ...] = ()
    words: str = ""
    spelling: str = ""
    common: bool = True

    @property
    def usage(self) -> str:
        """Return how it is written, such as ``Explore <room id>``."""
        return " ".join([self.name, *(f"<{a.shown}>" for a in self.written)])

    def hint(self, words: str = "") -> str:
        """Return the line that tells a model of it, in other words than its own where given."""
        return f"{self.usage}: {words or self.words}"

    @property
    def written(self) -> tuple[Argument, ...]:
        """Return the arguments that the notation names, in order."""
        return tuple(a for a in self.arguments if not a.implied)

    @property
    def pattern(self) -> str:
        """Return the regular expression of its name."""
        spelling = self.spelling or _BETWEEN.join(_WORD.findall(self.name)).lower()
        return rf"{spelling}(?=[\s:]*<)" if self.common else spelling

    @property
    def targets(self) -> tuple[Target, ...]:
        """Return where its parts are."""
        return ()

    def wrong(self) -> str:
        """Return what is wrong with it, or an empty text."""
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name[: _LONGEST + 1]):
            return f"name: {self.name!r:.60}; expected letters, digits and -"
        if len(self.name) > _LONGEST:
            return f"name: expected at most {_LONGEST} characters"
        for argument in self.arguments:
            if not isinstance(argument, Argument) or not _ARGUMENT.fullmatch(argument.name):
                return f"arguments: {argument!r:.60}; expected Arguments with plain names"
            if argument.name in ("kind", "arguments"):
                return f"arguments: {argument.name}; expected another name"
            if set(argument.shown) & set("<>\n"):
                return f"arguments: {argument.name}: label {argument.label!r:.60}; expected words"
        if len(self.arguments) > _MOST:
            return f"arguments: {len(self.arguments)}; expected at most {_MOST}"
        if len({argument.name for argument in self.arguments}) < len(self.arguments):
            return "arguments: a name twice"
        if not isinstance(self.words, str) or "\n" in self.words:
            return "words: expected one line"
        try:
            re.compile(self.pattern)
        except (re.error, TypeError) as error:
            return f"spelling: {error}"
        for target in self.targets:
            if not isinstance(target, str) or not _TARGET.fullmatch(target):
                return f"{target!r:.80}: expected module:attribute"
        return ""


@dataclass(frozen=True)
class SubTaskSpec(ActionSpec):
    """Describe a sub-task.

    `moves_object` where a hand takes the object and puts it elsewhere: nobody else may then.
    `last` is the sub-skill whose success ends it; empty where only Stop does. `refusal` is a
    function of a planner's view and the sub-task that returns the precondition that does not hold,
    as one sentence to the model, or None. `next_step`, of the same, returns the sub-skill that a
    robot without a usable model takes next. Robots with fewer `hands` are not told of it.
    """

    moves_object: bool = False
    hands: int = 1
    last: str = ""
    refusal: Target = ""
    next_step: Target = ""

    @property
    def targets(self) -> tuple[Target, ...]:
        """Return where its parts are."""
        return self.refusal, self.next_step


@dataclass(frozen=True)
class SubSkillSpec(ActionSpec):
    """Describe a sub-skill.

    `takes` where the hand holds the object afterwards, `lets_go` where it is empty. `refusal` is a
    function of a planner's view, the sub-skill and its sub-task, as that of a `SubTaskSpec`;
    `effect`, of a view and the sub-skill, returns the view after its success. `skill` is the class
    that carries it out on robots, `steps` the function that does so in the benchmark's step world.
    """

    takes: bool = False
    lets_go: bool = False
    refusal: Target = ""
    effect: Target = ""
    skill: Target = ""
    steps: Target = ""

    @property
    def targets(self) -> tuple[Target, ...]:
        """Return where its parts are."""
        return self.refusal, self.effect, self.skill, self.steps

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read a task of arms: a cell, who can do and see what, how it begins, and when it is done.

The tasks in `config/cells` are those of RoCoBench (roco.txt appendix X), with things of our own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.cells.cell_file import Cell, check_cell
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

MOST_ROUNDS, MOST_GOALS = 100, 50
ROPE_ENDS = {"front": 0, "back": 1}
"""How a rope's ends are called, behind its name and an underscore."""
_FARTHEST_WITHIN = 1.0


class ActionKind(StrEnum):
    """Name what a robot can be told to do; the first word of an action's text."""

    PICK = "PICK"
    PLACE = "PLACE"
    PUT = "PUT"
    OPEN = "OPEN"
    MOVE = "MOVE"
    SWEEP = "SWEEP"
    DUMP = "DUMP"
    WAIT = "WAIT"


@dataclass(frozen=True)
class Action:
    """Say one way of writing an action, and what it is.

    Attributes:
        form: Words to be written as they are, in capitals, and what stands for a name in angle
            brackets: "PICK <object> PLACE <panel>".
        path: Points for the hand on the way are expected.
        into: Where things go by it, where that is no name of the form.
        needs: What else has to be so, as sentences: "left_door is open".
    """

    form: str
    path: bool = False
    into: str = ""
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Agent:
    """Say what a robot of a task can do, see and is told.

    Attributes:
        actions: In words, as its prompt lists them.
        sees: Places within which it sees what is there, and things and ropes that it always sees.
        sees_hands: It sees where all hands are, not only its own.
        told: What it alone is told, one sentence.
        holds: What it has in its hand at the start.
    """

    actions: tuple[Action, ...]
    sees: tuple[str, ...]
    sees_hands: bool = False
    told: str = ""
    holds: str = ""


@dataclass(frozen=True)
class Draw:
    """Say what a seed decides about how a task begins.

    Attributes:
        things: Which things or ropes.
        places: Each gets one of its own, drawn; where there is none, things stay where the cell's
            file has them.
        not_on: Places where some do not begin, by the thing's name.
        jitter: How far they are moved along x and y at most, metres.
        turn: How far they are turned about z at most, radians.
    """

    things: tuple[str, ...]
    places: tuple[str, ...] = ()
    not_on: Mapping[str, str] | None = None
    jitter: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0


@dataclass(frozen=True)
class Condition:
    """Say one thing that has to be so at the end; exactly one of at, inside, stack and ends.

    Attributes:
        at: A thing and the place near which it is, measured on the level.
        inside: A thing and the place within whose extents its middle is.
        stack: Things of which each lies on the one before.
        ends: A rope and the two places at which its ends are, either way round.
        within: How far off is near enough, metres.
    """

    at: tuple[str, str] | None = None
    inside: tuple[str, str] | None = None
    stack: tuple[str, ...] | None = None
    ends: tuple[str, str, str] | None = None
    within: float = 0.05


@dataclass(frozen=True)
class Goal:
    """Hold what is to be reached: words for everybody, and what is judged."""

    words: str
    success: tuple[Condition, ...]


@dataclass(frozen=True)
class CellTask:
    """Hold a task.

    Attributes:
        words: What everybody is told of it.
        cell: What stands there.
        agents: The robots, in the order in which they speak.
        goals: Of which the seed draws one.
        draws: What else the seed decides.
        names: What can stand in the blanks of actions' forms, by what stands in angle brackets.
        containers: Things that others are in, not on.
        alone: First words of actions that only one robot does in a round.
        together: First words of actions that all robots do in a round, or none, as long as there is
            something left to do them with.
        rounds: After so many it has failed.
    """

    words: str
    cell: Cell
    agents: Mapping[str, Agent]
    goals: tuple[Goal, ...]
    draws: tuple[Draw, ...] = ()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    containers: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    together: tuple[ActionKind, ...] = ()
    rounds: int = 10


def load_task(path: Path) -> CellTask:
    """Return the task in a file.

    Raises:
        ConfigError: It cannot be read or names what is not there: one line says where.
    """
    task = load_config(path, CellTask)
    source = str(path)
    check_cell(task.cell, f"{source}: cell")
    if set(task.agents) != set(task.cell.robots):
        raise ConfigError(f"{source}: agents: expected the robots of the cell, each once")
    if not 1 <= task.rounds <= MOST_ROUNDS:
        raise ConfigError(f"{source}: rounds: expected 1 to {MOST_ROUNDS}, got {task.rounds}")
    if not 1 <= len(task.goals) <= MOST_GOALS:
        raise ConfigError(f"{source}: goals: expected 1 to {MOST_GOALS}")
    names = _Names(task.cell, source)
    for blank, known in task.names.items():
        names.check(f"names.{blank}", known, names.nameable, "a thing, a place or a rope's end")
    names.check("containers", task.containers, names.things, "a thing")
    kinds = {str(kind) for kind in ActionKind}
    names.check("alone", task.alone, kinds, "a first word of an action")
    names.check("together", task.together, kinds, "a first word of an action")
    for name, agent in task.agents.items():
        _check_agent(f"agents.{name}", agent, names, task)
    for number, draw in enumerate(task.draws):
        _check_draw(f"draws.{number}", draw, names)
    for number, goal in enumerate(task.goals):
        if not goal.success:
            raise ConfigError(f"{source}: goals.{number}.success: expected a condition")
        for count, condition in enumerate(goal.success):
            _check_condition(f"goals.{number}.success.{count}", condition, names)
    return task


class _Names:
    """Refuse names that are not a cell's."""

    def __init__(self, cell: Cell, source: str) -> None:
        self.source = source
        loose = {name for name, thing in cell.things.items() if not thing.fixed}
        self.movable = {name for name in loose if cell.things[name].hinge is None}
        self.places, self.ropes, self.things = set(cell.places), set(cell.ropes), set(cell.things)
        ends = {f"{rope}_{end}" for rope in cell.ropes for end in ROPE_ENDS}
        self.nameable = self.things | self.places | ends

    def wrong(self, key: str, expected: str) -> ConfigError:
        return ConfigError(f"{self.source}: {key}: expected {expected}")

    def check(self, key: str, names: Iterable[str], known: set[str], what: str) -> None:
        for name in names:
            if name not in known:
                raise self.wrong(key, f"{what}, got '{name:.60}'")


def _check_agent(key: str, agent: Agent, names: _Names, task: CellTask) -> None:
    known = names.places | names.things | names.ropes
    names.check(f"{key}.sees", agent.sees, known, "a place, a thing or a rope")
    if agent.holds:
        names.check(f"{key}.holds", (agent.holds,), names.movable, "a thing that can be moved")
    for number, action in enumerate(agent.actions):
        _check_form(f"{key}.actions.{number}", action, names, task)
    if not agent.actions:
        raise names.wrong(f"{key}.actions", "at least one")


def _check_form(key: str, action: Action, names: _Names, task: CellTask) -> None:
    words = action.form.split(" ")
    if words[0] not in list(ActionKind):
        raise names.wrong(key, f"one of {', '.join(ActionKind)} first")
    for word in words:
        blank = word[1:-1] if word.startswith("<") and word.endswith(">") else ""
        if blank and blank not in task.names:
            raise names.wrong(f"{key}.form", f"a blank that `names` fills, got '{word:.60}'")
        if not blank and word not in list(ActionKind):
            raise names.wrong(f"{key}.form", f"{', '.join(ActionKind)} and blanks")
    if action.into:
        names.check(f"{key}.into", (action.into,), names.things, "a thing")


def _check_draw(key: str, draw: Draw, names: _Names) -> None:
    names.check(
        f"{key}.things", draw.things, names.movable | names.ropes, "a thing that can be moved"
    )
    names.check(f"{key}.places", draw.places, names.places, "a place")
    if len(set(draw.things)) != len(draw.things) or len(set(draw.places)) != len(draw.places):
        raise names.wrong(key, "each name once")
    if draw.places and len(draw.places) < len(draw.things):
        raise names.wrong(f"{key}.places", "as many places as things, or more")
    barred = draw.not_on or {}
    names.check(f"{key}.not_on", barred, set(draw.things), "a thing of this draw")
    names.check(f"{key}.not_on", barred.values(), set(draw.places), "a place of this draw")
    if not all(0.0 <= one <= 1.0 for one in (*draw.jitter, draw.turn / 7.0)):
        raise names.wrong(key, "a jitter of 0 to 1 m and a turn of 0 to 7 rad")


def _check_condition(key: str, condition: Condition, names: _Names) -> None:
    given = (condition.at, condition.inside, condition.stack, condition.ends)
    if sum(one is not None for one in given) != 1:
        raise names.wrong(key, "one of at, inside, stack and ends")
    for pair in (condition.at, condition.inside):
        if pair is not None:
            names.check(key, pair[:1], names.movable, "a thing that can be moved")
            names.check(key, pair[1:], names.places, "a place")
    if condition.stack is not None:
        names.check(key, condition.stack, names.things, "a thing")
        if len(condition.stack) < 2:
            raise names.wrong(key, "two things or more")
    if condition.ends is not None:
        names.check(key, condition.ends[:1], names.ropes, "a rope")
        names.check(key, condition.ends[1:], names.places, "a place")
    if not 0.0 < condition.within <= _FARTHEST_WITHIN:
        raise names.wrong(f"{key}.within", f"above 0 and up to {_FARTHEST_WITHIN:g} m")

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find in a prompt what robots can do, by what needs and effects, what is where, and what is said.

Actions are read from the list of options that a prompt gives: nothing is known of them but what is
written there.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from adhoc_teamwork.offline_model.fallibility import SOUND, Fallibility
from adhoc_teamwork.offline_model.reading.sections import Prompt

Point = tuple[float, float, float]

_POINT = re.compile(r"\((-?\d+\.\d+), (-?\d+\.\d+), (-?\d+\.\d+)\)")
_HIGH = re.compile(r"(\d+\.\d+) m high")
_BLANK = re.compile(r"<(\w+)>")
_SAID = re.compile(r"^\[(\w+)\] «([^»]*)»?$")
_CHOSEN = re.compile(r"^- (\w+) \| «([^»]*)»?$")
_REACH = re.compile(r"(?:In (your|\w+'s) reach:|(\w+) can reach) (.*)")
_HOLDS = re.compile(r"(\w+) holds? (\w+)\b")
_EMPTY = re.compile(r"(?:(Your|My)|(\w+)'s) hand is empty")
_HAND = re.compile(r"(?:(Your)|(\w+)'s) hand is at ")
_AT = re.compile(r"(\w+) (?:are|is|am) at (\w+)$")
_WHERE = re.compile(r"(\w+) is (?:on|in) (?:the )?(\w+)")
_WANTS = re.compile(r"(?:Your|My|\w+'s) goal(?::| is that) (.*)")
_MANY = re.compile(r"((?:\w+, )*\w+(?: and \w+)?) are in (\w+)")
_FROM_BELOW = re.compile(r"from below: (.*)")


@dataclass(frozen=True)
class Operator:
    """Hold one kind of action as it is written: who can do it, form, needs, and what is then so."""

    who: tuple[str, ...]
    form: str
    needs: tuple[str, ...]
    then: tuple[str, ...]
    path: bool

    @property
    def blanks(self) -> list[str]:
        """Return for what kinds of names the form has room."""
        return _BLANK.findall(self.form)

    def filled(self, sentence: str, names: Sequence[str]) -> str:
        """Return a sentence with names in the blanks, in the order of the form's."""
        for blank, name in zip(self.blanks, names, strict=True):
            sentence = sentence.replace(f"<{blank}>", name, 1 if sentence == self.form else -1)
        return sentence


@dataclass(frozen=True)
class Complaint:
    """Hold a plan that did not do, by robot, and what was said of it."""

    actions: tuple[tuple[str, str], ...]
    wrong: str


@dataclass
class Scene:
    """Hold what a robot knows of what concerns all.

    Attributes:
        me: Its name; empty where it plans for all.
        robots: In the order of speaking.
        operators: The kinds of actions.
        names: What can stand in blanks.
        place: What things are on or in.
        holds: What robots hold; empty for who holds nothing.
        beside: The thing beside which a robot is.
        reach: What each robot reaches, as far as that is known.
        goals: What is to be on or in what.
        in_order: They are to be reached one after the other.
        points: Where things, places and hands are; hands by the robot's name.
        high: How high things are, metres.
        spoken: Who has spoken.
        complaints: What did not do in this round.
        errors: What is got wrong of it.
    """

    me: str = ""
    robots: tuple[str, ...] = ()
    operators: list[Operator] = field(default_factory=list)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    place: dict[str, str] = field(default_factory=dict)
    holds: dict[str, str] = field(default_factory=dict)
    beside: dict[str, str] = field(default_factory=dict)
    reach: dict[str, frozenset[str]] = field(default_factory=dict)
    goals: list[tuple[str, str]] = field(default_factory=list)
    in_order: bool = False
    points: dict[str, Point] = field(default_factory=dict)
    high: dict[str, float] = field(default_factory=dict)
    spoken: set[str] = field(default_factory=set)
    complaints: list[Complaint] = field(default_factory=list)
    errors: Fallibility = SOUND

    @property
    def known(self) -> set[str]:
        """Return the names that actions can have."""
        return {name for names in self.names.values() for name in names}

    @property
    def own_goals(self) -> str:
        """Return the goals in words."""
        return ", ".join(f"{thing} is on {where}" for thing, where in self.goals)


def read_scene(prompt: Prompt, errors: Fallibility) -> Scene:
    """Return what a prompt tells, as it is taken in.

    Args:
        prompt: The prompt.
        errors: Which sentences of others are overlooked, and what of who reaches what is misjudged;
            of the robot that the prompt names, where they name none.
    """
    scene = Scene()
    for line in prompt.rules.get("Robots", "").splitlines():
        if ":" in line:
            scene.robots = tuple(re.findall(r"\w+", line.split(":", 1)[1]))
    for who, form, _, needs, then in _fields(prompt.rules.get("Action options", ""), 5):
        text, _, path = form.partition(" PATH ")
        scene.operators.append(
            Operator(tuple(who.split(", ")), text, _clauses(needs), _clauses(then), bool(path))
        )
    for blank, known in _fields(prompt.rules.get("Names", ""), 2):
        scene.names[blank] = tuple(known.split(", "))
    for line in prompt.lines("Observation"):
        if match := re.fullmatch(r"You are (\w+)\.", line):
            scene.me = match[1] if match[1] in scene.robots else scene.me
    scene.errors = errors if errors.robot else replace(errors, robot=scene.me)
    for line in (*prompt.lines("Task"), *prompt.lines("Observation")):
        _take_in(scene, line.rstrip("."), scene.me)
    for line in prompt.sections.get("Chat of this round", "").splitlines():
        if (match := _SAID.match(line)) and match[1] in scene.robots:
            scene.spoken.add(match[1])
            for sentence in match[2].split("."):
                if not scene.errors.overlooks(f"{match[1]} said: {sentence.strip()}"):
                    _take_in(scene, sentence.strip(), match[1], told=True)
    scene.complaints = [*_last(prompt), *_complaints(prompt)]
    scene.reach = {
        robot: frozenset(_misjudged(robot, reached, scene))
        for robot, reached in scene.reach.items()
    }
    return scene


def _misjudged(robot: str, reached: frozenset[str], scene: Scene) -> Iterable[str]:
    """Yield what a robot is thought to reach, of what it does."""
    for name in sorted(scene.known | reached):
        if (name in reached) != scene.errors.misjudges(f"{robot} reaches {name}"):
            yield name


def _fields(body: str, count: int) -> list[list[str]]:
    rows = [line[2:].split(" | ") for line in body.splitlines() if line.startswith("- ")]
    return [row for row in rows if len(row) == count]


def _clauses(text: str) -> tuple[str, ...]:
    return () if text == "nothing" else tuple(text.split("; "))


def _take_in(scene: Scene, line: str, speaker: str, told: bool = False) -> None:
    """Take in one sentence; what one hears of others' things does not replace what one sees."""

    def who(name: str) -> str:
        return speaker if name in ("I", "You", "Your", "your", "My", "") else name

    if match := _WANTS.fullmatch(line):
        _add_goals(scene, match[1])
    elif line.startswith("Goal: "):
        _add_goals(scene, line)
    elif match := _REACH.fullmatch(line):
        robot = who((match[1] or match[2]).removesuffix("'s"))
        reached = frozenset(re.findall(r"\w+", match[3]))
        scene.reach[robot] = scene.reach.get(robot, frozenset()) | reached
    elif match := _EMPTY.fullmatch(line):
        scene.holds.setdefault(who(match[1] or match[2]), "")
    elif match := _HAND.match(line):
        _note_point(scene, who(match[1] or match[2]), line)
    elif (match := _HOLDS.match(line)) and who(match[1]) in scene.robots:
        held = "" if match[2] == "nothing" else match[2]
        scene.holds.setdefault(who(match[1]), held)
        _note_point(scene, held, line)
    elif (match := _AT.fullmatch(line)) and who(match[1]) in scene.robots:
        scene.beside.setdefault(who(match[1]), match[2])
    elif match := _MANY.fullmatch(line):
        for name in re.split(r", | and ", match[1]):
            scene.place[name] = match[2]
    elif match := _WHERE.match(line):
        if not (told and match[1] in scene.place):
            scene.place[match[1]] = match[2]
        _note_point(scene, match[1], line)
    elif match := re.match(r"(\w+) is ", line):
        _note_point(scene, match[1], line)


def _note_point(scene: Scene, name: str, line: str) -> None:
    if found := _POINT.search(line):
        scene.points[name] = (float(found[1]), float(found[2]), float(found[3]))
    if found := _HIGH.search(line):
        scene.high[name] = float(found[1])


def _add_goals(scene: Scene, text: str) -> None:
    """Read what is to be so: `x is on y`, `x, y and z are in w`, `from below: x, y, z`."""
    if match := _FROM_BELOW.search(text):
        order = re.findall(r"\w+", match[1])
        scene.goals = list(zip(order[1:], order, strict=False))
        scene.in_order = True
        return
    text = text.removeprefix("Goal: ")
    if match := _MANY.match(text):
        found = [(name, match[2]) for name in re.split(r", | and ", match[1])]
    else:
        found = [(match[1], match[2]) for match in _WHERE.finditer(text)]
    known = scene.known
    scene.goals.extend(one for one in found if one[0] in known and one not in scene.goals)


def _complaints(prompt: Prompt) -> Iterable[Complaint]:
    return _read_complaints(prompt.sections.get("Feedback", ""), "Wrong: ")


def _last(prompt: Prompt) -> Iterable[Complaint]:
    """Return what did not do in the last round, where nothing was carried out of it."""
    body = prompt.sections.get("Last round", "")
    if "nothing was carried out, for" not in body:
        return ()
    return _read_complaints(body, "What came of it: ")


def _read_complaints(body: str, mark: str) -> Iterable[Complaint]:
    actions: list[tuple[str, str]] = []
    for line in body.splitlines():
        if match := _CHOSEN.match(line):
            actions.append((match[1], match[2]))
        elif line.startswith(mark):
            yield Complaint(tuple(actions), line[len(mark) :])
            actions = []


def named_robots(scene: Scene, text: str) -> list[str]:
    """Return the robots that a sentence names, in the order in which it does."""
    return list(dict.fromkeys(w for w in re.findall(r"\w+", text) if w in scene.robots))

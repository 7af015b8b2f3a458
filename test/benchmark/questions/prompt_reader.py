# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer questions from nothing but the words of their prompts: a check of keys and prompts."""

import re
from collections.abc import Callable, Sequence

_PUT = re.compile(r"PUT (\w+)")


class Reader:
    """Hold what a prompt says.

    Args:
        system: The prompt's first message.
        user: Its second.
    """

    def __init__(self, system: str, user: str) -> None:
        told, _, asked = user.partition("## Question\n")
        history, _, seen = told.rpartition("## Observation\n")
        match = re.match(r"You are (\w+), a robot arm", system)
        assert match is not None
        self.me = match[1]
        self.asks, *rest = asked.splitlines()
        self.options: dict[str, str] = dict(
            re.findall(r"^([A-Z]): (.*)$", "\n".join(rest), re.MULTILINE)
        )
        self.task = history.rpartition("## Task\n")[2]
        self.place = dict(re.findall(r"^(\w+) is (?:on|in) (?:the )?(\w+)\.$", seen, re.MULTILINE))
        self.doors = dict(re.findall(r"^(\w+) is (open|shut)\.$", seen, re.MULTILINE))
        held = re.search(r"^You hold (\w+)\.$", seen, re.MULTILINE)
        self.held = held[1] if held else ""
        reach = re.search(r"^In your reach: (.*)\.$", seen, re.MULTILINE)
        assert reach is not None
        self.reach = reach[1].split(", ")
        rounds = re.split(r"^Round (\d+):$", history, flags=re.MULTILINE)[1:]
        self.done = {
            int(number): dict(re.findall(r"^- (\w+) \| «(.*)»$", text, re.MULTILINE))
            for number, text in zip(rounds[::2], rounds[1::2], strict=True)
        }

    def answer(self, kind: str) -> str:
        """Return what is to stand behind ANSWER."""
        found: str = _READERS[kind](self)
        if found in ("YES", "NO"):
            return found
        same = [label for label, option in self.options.items() if found == option]
        alike = [label for label, option in self.options.items() if found in option]
        (label,) = same or alike
        return label

    @property
    def panels(self) -> list[str]:
        """Return the panels from left to right."""
        return re.findall(r"panel\d", self.task.partition("\nGoal")[0])

    @property
    def asked(self) -> list[str]:
        """Return the words of the question."""
        return re.findall(r"\w+", self.asks)

    def can_put(self, cube: str, panel: str) -> bool:
        """Tell whether a cube can be taken to a panel."""
        is_free = panel not in self.place.values()
        return cube in self.reach and panel in self.reach and is_free

    def when(self, verb: str, thing: str) -> str:
        """Return the round in which something was done."""
        (number,) = [
            number
            for number, done in self.done.items()
            if any(words.split()[:2] == [verb, thing] for words in done.values())
        ]
        return str(number)

    @property
    def recipe(self) -> list[str]:
        """Return what lies on one another at the end."""
        match = re.search(r"from below: (.*)", self.task)
        assert match is not None
        return match[1].split(", ")

    @property
    def missing(self) -> list[str]:
        """Return what is not in its place yet."""
        recipe = self.recipe
        for count, thing in enumerate(recipe[1:], start=1):
            if self.place.get(thing) != recipe[count - 1]:
                return recipe[count:]
        return []

    @property
    def side(self) -> set[str]:
        """Return what lies on one's own side."""
        return {name for name, where in self.place.items() if where == "table"}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _nearer(reader: Reader) -> str:
    cube, goal, panels = reader.asked[2], reader.asked[4], reader.panels
    here, there = panels.index(reader.place[cube]), panels.index(goal)
    steps = [abs(panels.index(one) - there) for one in panels if reader.can_put(cube, one)]
    return "YES" if steps and min(steps) < abs(here - there) else "NO"


def _put_by(reader: Reader) -> str:
    who = reader.asked[2]
    puts = [_PUT.match(done.get(who, "")) for done in reader.done.values()]
    return _listed([one[1] for one in puts if one])


def _broken(reader: Reader) -> str:
    if not reader.missing:
        return "nothing is missing."
    mine = {*reader.side, reader.held} & set(reader.missing)
    return "We cannot finish" if mine else "Go on without me"


def _lost(reader: Reader) -> str:
    thing = reader.asked[6]
    if thing not in reader.recipe:
        return "not in the recipe"
    return "on my side" if thing in reader.missing else "in its place already"


def _missed(reader: Reader) -> str:
    where = reader.place[reader.asked[2]]
    return {"bin": "in the bin", "dustpan": "in the dustpan", "table": "on the table"}[where]


def _opening(reader: Reader) -> str:
    door = reader.asked[4]
    if door not in reader.reach:
        return "out of your reach"
    return "you hold" if reader.held == door else "Tell the others"


def _taking(reader: Reader) -> str:
    thing = reader.asked[4]
    if thing not in reader.reach:
        return "out of your reach"
    if reader.held:
        return "your hand is full"
    return "shut in" if "shut" in reader.doors.values() else "Tell the others"


def _let_go(reader: Reader) -> str:
    door = reader.asked[5]
    if reader.doors[door] == "shut":
        return "nothing changes"
    return "still inside" if reader.side else "Let go"


_READERS: dict[str, Callable[[Reader], str]] = {
    "out of reach": lambda r: _listed([one for one in r.panels if one not in r.reach]),
    "cubes in reach": lambda r: _listed([one for one in r.place if one in r.reach]),
    "panels to put it on": lambda r: _listed([p for p in r.panels if r.can_put(r.asked[7], p)]),
    "taken in a round": lambda r: r.done[int(r.asked[-1])][r.asked[2]].split()[1],
    "put down when": lambda r: r.when("PUT", r.asked[4]),
    "put down by one": _put_by,
    "swept in a round": lambda r: next(
        words.split()[1] for words in r.done[int(r.asked[-1])].values() if words.startswith("SWEEP")
    ),
    "swept when": lambda r: r.when("SWEEP", r.asked[4]),
    "before a door is opened": _opening,
    "before something is taken": _taking,
    "put it there": lambda r: "YES" if r.can_put(r.asked[2], r.asked[4]) else "NO",
    "put it nearer": _nearer,
    "a hand that is broken": _broken,
    "food that is not found": _lost,
    "a cube that is missed": _missed,
    "a door that is let go": _let_go,
}

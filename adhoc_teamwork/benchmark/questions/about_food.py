# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about a sandwich: what was done (memory), and what to do when something goes wrong."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from adhoc_teamwork.benchmark.questions.drawing import Case, Draft, among_cases, among_sentences
from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode, State
from adhoc_teamwork.cells.dialog import planned_actions
from adhoc_teamwork.cells.task_file import CellTask

TASK = "make_sandwich"
TAKEN, WHEN, PUT = 12, 10, 10
"""Questions of each kind about what was done."""
BROKEN_HAND, LOST = 9, 9
"""And of each kind of what goes wrong."""

ALL_THEIRS = "Go on without me: all that is missing lies on your side or is in your hand."
MINE_MISSING = "We cannot finish it: something that is missing lies on my side or is in my hand."
NOTHING_MISSING = "It does not matter any more: nothing is missing."
NOT_NEEDED = "That does not matter: {0} is not in the recipe."
IN_PLACE = "You need not look for it: {0} lies in its place already."
ON_MY_SIDE = "You need not look for it: I see {0} on my side."


def memory(log: Sequence[LoggedEpisode], draw: random.Random) -> Iterator[Draft]:
    """Yield questions about who took and put what, and when."""
    taken, when, put = list[list[Case]](), list[list[Case]](), list[Case]()
    for episode in log:
        robots = tuple(episode.end.reach)
        for number in range(1, len(episode.rounds) + 1):
            done = list(done_before(episode, number))
            takes = [(n, who, names[0]) for n, who, verb, names in done if verb == "PICK"]
            puts = [(n, who, names[0]) for n, who, verb, names in done if verb == "PUT"]
            times = Counter(thing for _, _, thing in puts)
            for robot in robots:
                taken.append([
                    Case(episode, number, robot, f"What did {who} take in round {n}?", (thing,))
                    for n, who, thing in takes
                ])  # fmt: skip
                when.append([
                    Case(episode, number, robot, f"In which round was {thing} put down?", (str(n),))
                    for n, _, thing in puts
                    if times[thing] == 1
                ])  # fmt: skip
                for other in robots:
                    own = tuple(thing for _, who, thing in puts if who == other)
                    asks = f"What has {other} put down so far?"
                    put.append(Case(episode, number, robot, asks, own))
    for kind, pools, count in (("taken in a round", taken, TAKEN), ("put down when", when, WHEN)):
        for draft in among_cases(kind, pools, 4, count, draw):
            yield replace(draft, tells_history=True)
    for draft in among_cases("put down by one", [put], 4, PUT, draw):
        yield replace(draft, tells_history=True)


def adaptation(
    task: CellTask, log: Sequence[LoggedEpisode], draw: random.Random
) -> Iterator[Draft]:
    """Yield questions about a hand that breaks, and about food that somebody does not find."""
    broken: dict[str, list[Case]] = {one: [] for one in (ALL_THEIRS, MINE_MISSING, NOTHING_MISSING)}
    lost: dict[str, list[Case]] = {one: [] for one in (NOT_NEEDED, IN_PLACE, ON_MY_SIDE)}
    for episode in log:
        recipe = recipe_of(episode)
        for number, state in enumerate(episode.states):
            missing = missing_of(recipe, state)
            for robot in state.reach:
                side, held = _on_side(state, robot), state.holds.get(robot, "")
                right = MINE_MISSING if {*side, held} & set(missing) else ALL_THEIRS
                asks = "Your hand does not work any more. What do you say to the others?"
                case = Case(episode, number, robot, asks, ())
                broken[right if missing else NOTHING_MISSING].append(case)
                for other in state.reach:
                    for thing in task.names["object"] if other != robot else ():
                        asks = f"{other} says: I do not find {thing} on my side. What do you say?"
                        right = _why_not_lost(recipe, missing, thing, side)
                        if right and thing != held:
                            lost[right].append(Case(episode, number, robot, asks, (thing,)))
    yield from among_sentences("a hand that is broken", broken, BROKEN_HAND, draw)
    yield from among_sentences("food that is not found", lost, LOST, draw)


def recipe_of(episode: LoggedEpisode) -> tuple[str, ...]:
    """Return what lies on one another at the end, from below; the first is what it lies on."""
    return tuple(episode.goal.partition("from below: ")[2].split(", "))


def missing_of(recipe: Sequence[str], state: State) -> tuple[str, ...]:
    """Return what of a recipe does not lie in its place yet."""
    for count, (below, thing) in enumerate(pairwise(recipe)):
        if state.place.get(thing) != below:
            return tuple(recipe[count + 1 :])
    return ()


def _why_not_lost(recipe: Sequence[str], missing: Sequence[str], thing: str, side: set[str]) -> str:
    """Return what alone is right to say of a thing that another does not find; or an empty text."""
    if thing not in recipe:
        return "" if thing in side else NOT_NEEDED
    if thing not in missing:
        return IN_PLACE
    return ON_MY_SIDE if thing in side else ""


def _on_side(state: State, robot: str) -> set[str]:
    """Return what a robot sees on its side of the table: not what lies on the board."""
    lines = [line.split() for line in state.observation[robot]]
    seen = {words[0] for words in lines if words[1:3] == ["is", "on"]}
    return {one for one in seen if state.place.get(one) == "the table"}


def done_before(
    episode: LoggedEpisode, before: int
) -> Iterator[tuple[int, str, str, Sequence[str]]]:
    """Yield what was carried out before a round: the round, who, the verb, the names."""
    for number, one in enumerate(episode.rounds[:before]):
        for robot, words in planned_actions(one.past.plan):
            verb, *names = words.split() or [""]
            if names:
                yield number, robot, verb, names

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about a cabinet: what to ask before an action (inquiry), and doors that are let go."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

from adhoc_teamwork.benchmark.questions.drawing import Case, Draft, among_sentences
from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode, State
from adhoc_teamwork.cells.task_file import CellTask

TASK = "arrange_cabinet"
OPEN, PICK = 15, 26
"""Questions about each kind of action."""
LET_GO = 7
"""And about a door that is let go."""

TELL = "Tell the others that you do it: {0} is in your reach, and nothing stands against it."
ASK_WHO = "Ask the others who of them reaches {0}: it is out of your reach."
HELD_OPEN = "Say that it is done already: you hold {0} open."
ASK_TO_OPEN = "Ask for a door to be opened first: {0} is in your reach, but shut in."
ASK_TO_TAKE = "Ask who takes {0} in your stead: it is in your reach, but your hand is full."

SHUT_ANYWAY = "It is shut anyway: nothing changes."
STILL_NEEDED = "Not yet: something that we need is still inside."
LET_IT = "Let go: nothing that we need is inside any more."


def inquiry(task: CellTask, log: Sequence[LoggedEpisode], draw: random.Random) -> Iterator[Draft]:
    """Yield questions about what is to be asked, or said, before an action."""
    opens: dict[str, list[Case]] = {one: [] for one in (TELL, ASK_WHO, HELD_OPEN)}
    picks: dict[str, list[Case]] = {one: [] for one in (TELL, ASK_WHO, ASK_TO_OPEN, ASK_TO_TAKE)}
    for episode in log:
        for number, state in enumerate(episode.states):
            for robot in state.reach:
                for door in task.names["door"]:
                    right = _before_opening(state, robot, door)
                    asks = f"You think of OPEN {door}. What do you say to the others first?"
                    if right:
                        opens[right].append(Case(episode, number, robot, asks, (door,)))
                for thing in task.names["object"]:
                    right = _before_taking(task, state, robot, thing)
                    asks = f"You think of PICK {thing}. What do you say to the others first?"
                    if right:
                        picks[right].append(Case(episode, number, robot, asks, (thing,)))
    yield from among_sentences("before a door is opened", opens, OPEN, draw)
    yield from among_sentences("before something is taken", picks, PICK, draw)


def adaptation(
    task: CellTask, log: Sequence[LoggedEpisode], draw: random.Random
) -> Iterator[Draft]:
    """Yield questions about a door that another robot has to let go."""
    cases: dict[str, list[Case]] = {one: [] for one in (SHUT_ANYWAY, STILL_NEEDED, LET_IT)}
    for episode in log:
        for number, state in enumerate(episode.states):
            inside = any(state.place.get(thing) == "the table" for thing in task.names["object"])
            seeing = [one for one in state.reach if set(task.names["object"]) & _names(state, one)]
            for robot, other in product(seeing[:1], state.reach):
                for door in task.names["door"] if other != robot else ():
                    asks = (
                        f"{other} says: if I hold {door}, I have to let go of it now, and cannot "
                        "open it again. What do you say?"
                    )
                    right = STILL_NEEDED if inside else LET_IT
                    case = Case(episode, number, robot, asks, ())
                    cases[right if door in state.open else SHUT_ANYWAY].append(case)
    yield from among_sentences("a door that is let go", cases, LET_GO, draw)


def _before_opening(state: State, robot: str, door: str) -> str:
    """Return what alone is right to say before a door is opened; empty where there is no such."""
    if door not in state.reach[robot]:
        return ASK_WHO
    if robot in state.holds:
        return HELD_OPEN if state.holds[robot] == door else ""
    return TELL if door not in state.open else ""


def _before_taking(task: CellTask, state: State, robot: str, thing: str) -> str:
    """Return what alone is right to say before a thing is taken; empty where there is no such."""
    if thing in state.holds.values() or state.place.get(thing) != "the table":
        return ""
    if thing not in state.reach[robot]:
        return ASK_WHO
    are_open = set(task.names["door"]) <= set(state.open)
    if robot in state.holds:
        return ASK_TO_TAKE if are_open else ""
    return TELL if are_open else ASK_TO_OPEN


def _names(state: State, robot: str) -> set[str]:
    """Return the things that a robot sees."""
    return {line.split()[0] for line in state.observation[robot]}

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether actions of all robots comply with task and robots (roco.txt section III-B, check 2).

What is said names robot and action and what is wrong, and not what to do instead.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from adhoc_teamwork.cells.actions import (
    IS_OPEN,
    SPECS,
    YOU_HOLD,
    CellAction,
    blanks_of,
    filled,
    needs_of,
)
from adhoc_teamwork.cells.relations import Relations
from adhoc_teamwork.cells.task_file import ActionKind, CellTask, Goal

_FREE = re.compile(r"(\w+) is free")
_TOGETHER = re.compile(r"all robots are at (\w+)")
_IN = re.compile(r"something is in (\w+)")


def complaint(task: CellTask, goal: Goal, actions: Mapping[str, CellAction], now: Relations) -> str:
    """Return what is wrong with the actions of all robots, or an empty text."""
    for robot, action in actions.items():
        for need in needs_of(action.form):
            sentence = filled(task, robot, action.form, need, action.names)
            if wrong := _unmet(task, robot, sentence, now):
                return f"{robot}: {action}: {wrong}"
        if wrong := (
            _path(action)
            or _unseen(action, now)
            or _held_by_another(action, now)
            or _out_of_order(goal, action, now)
        ):
            return f"{robot}: {action}: {wrong}"
    return _between(task, list(actions.values()), now)


def _unmet(task: CellTask, robot: str, need: str, now: Relations) -> str:
    """Return what is wrong where a need of an action is not met; reach is checked by itself."""
    if need == "your hand is empty":
        held = now.holds.get(robot)
        return f"{robot} holds {held}" if held else ""
    if match := YOU_HOLD.fullmatch(need):
        return "" if now.holds.get(robot) == match[1] else f"{robot} does not hold {match[1]}"
    if match := _FREE.fullmatch(need):
        return f"{match[1]} is not free" if now.on(match[1]) else ""
    if match := _TOGETHER.fullmatch(need):
        away = [name for name in task.cell.robots if now.beside.get(name) != match[1]]
        return f"{' and '.join(away)} is not at {match[1]}" if away else ""
    if match := IS_OPEN.fullmatch(need):
        return "" if match[1] in now.open else f"{match[1]} is not open"
    if match := _IN.fullmatch(need):
        return "" if now.inside(match[1]) else f"nothing is in {match[1]}"
    return ""


def _path(action: CellAction) -> str:
    if action.form.path and not action.path:
        return "PATH is missing"
    return "a PATH that this action does not have" if action.path and not action.form.path else ""


def _unseen(action: CellAction, now: Relations) -> str:
    seen = now.seen[action.robot]
    name = next((name for name in action.names if name not in seen), None)
    return "" if name is None else f"{action.robot} does not see {name}"


def _held_by_another(action: CellAction, now: Relations) -> str:
    for robot, held in now.holds.items():
        if robot != action.robot and held in action.names:
            return f"{robot} holds {held}"
    return ""


def _out_of_order(goal: Goal, action: CellAction, now: Relations) -> str:
    """Return what is wrong where something is put elsewhere than the goal's order has it."""
    for order in (one.stack for one in goal.success if one.stack is not None):
        if "you hold {0}" not in SPECS[action.verbs].needs:
            continue
        thing, target = action.names
        if thing not in order[1:]:
            return f"{thing} is not in the recipe"
        place = order.index(thing)
        if order[place - 1] != target:
            return "this is not the order of the recipe"
        if any(now.place.get(one) != below for below, one in pairwise(order[:place])):
            return "it is not its turn in the order of the recipe"
    return ""


def _between(task: CellTask, actions: Sequence[CellAction], now: Relations) -> str:
    """Return what is wrong with actions that are each possible, together."""
    taken: dict[str, CellAction] = {}
    active = [action for action in actions if not action.waits]
    for action in active:
        # Where tools meet at a thing, they are to.
        meets = "you are at {0}" in SPECS[action.verbs].then
        for name in action.names if not meets else ():
            if name in taken:
                other = taken[name]
                return f"{other.robot}: {other} and {action.robot}: {action}: both need {name}"
            taken[name] = action
    for action in active:
        if "all robots are at {0}" in SPECS[action.verbs].needs and len(active) > 1:
            away = " and ".join(one.robot for one in active if one is not action)
            return f"{action.robot}: {action}: {away} would leave {action.names[0]} meanwhile"
    for word in task.alone:
        doing = [action for action in active if action.verbs[0] == word]
        if len(doing) > 1:
            who = " and ".join(action.robot for action in doing)
            return f"{who}: only one robot may {word} in a round"
    for word in task.together:
        if wrong := _left_out(task, word, active, now):
            return wrong
    return ""


def _left_out(
    task: CellTask, word: ActionKind, active: Sequence[CellAction], now: Relations
) -> str:
    """Return what is wrong where some robots alone do what all have to do in one round.

    Others may wait where nothing is left to do it with: one still holds its end of a rope, or has
    put it into its place, while another takes up the end that it lost.
    """
    doing = [action for action in active if action.verbs[0] == word]
    others = [action for action in active if action.verbs[0] != word]
    if not doing or (not others and _with(task, doing[0], now) <= {one.names[0] for one in doing}):
        return ""
    who = " and ".join(action.robot for action in doing)
    besides = "".join(f", and {one.robot} does {one.verbs[0]}" for one in others)
    return f"{who}: {word} has to be done by all robots in one round{besides}"


def _with(task: CellTask, action: CellAction, now: Relations) -> set[str]:
    """Return with what an action of a kind is to be done: what is held, or has not got anywhere."""
    known, held = set(task.names[blanks_of(action.form.form)[0]]), set(now.holds.values())
    if "you hold {0}" in SPECS[action.verbs].needs:
        return known & held
    there = {name for name, where in now.place.items() if where in task.cell.places}
    return known - held - there

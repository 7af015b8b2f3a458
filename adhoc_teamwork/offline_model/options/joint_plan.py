# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find an action for each of several robots, from the needs and effects that a prompt lists."""

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from adhoc_teamwork.offline_model.reading.scene import Operator, Point, Scene, named_robots

_MOST_STATES, _DEEPEST = 6000, 7
_MOST_AT_ONCE = 1000
"""Ways in which all things can lie, up to which all goals are thought of at once."""
_POINTS = 4
"""Points of a path."""
_CLEAR, _HIGHER = 0.12, 0.06
"""Metres above all that stands about at which hands go, and by which they go higher after that."""
_GRASP = 0.6
"""At which share of a thing's height a hand takes it."""
_PATH_TRIES = 2


@dataclass(frozen=True)
class Doing:
    """Hold an action of one robot."""

    robot: str
    operator: Operator
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return it as it is written, without a path."""
        return self.operator.filled(self.operator.form, self.names)


@dataclass(frozen=True)
class _State:
    place: tuple[tuple[str, str], ...]
    holds: tuple[tuple[str, str], ...]
    beside: tuple[tuple[str, str], ...]


@dataclass
class _Blame:
    """Count what was said to be wrong: of actions, and of their paths."""

    banned: set[tuple[str, str]] = field(default_factory=set)
    paths: Counter[tuple[str, str]] = field(default_factory=Counter)


def joint_plan(scene: Scene) -> dict[str, str]:
    """Return the text of an action for each robot; who has nothing to do waits."""
    blame = _blame(scene)
    chosen = choose(scene, blame.banned)
    texts = {}
    for robot in scene.robots:
        doing = chosen.get(robot)
        if doing is None:
            texts[robot] = "WAIT"
            continue
        texts[robot] = doing.text
        if doing.operator.path:
            tries = blame.paths[robot, doing.text]
            points = _path(scene, doing, tries, is_straight=not tries and _seems_free(scene, doing))
            texts[robot] += (
                f" PATH [{', '.join('({:.3f}, {:.3f}, {:.3f})'.format(*p) for p in points)}]"
            )
    return texts


def choose(scene: Scene, banned: set[tuple[str, str]]) -> dict[str, Doing]:
    """Return what robots are to do now, those that have something to do."""
    chosen: dict[str, Doing] = {}
    start = _State(_pairs(scene.place), _pairs(scene.holds), _pairs(scene.beside))
    if _is_small(scene):
        return _side_by_side(scene, start, _whole_plan(scene, start, banned), banned)
    goals = [goal for goal in scene.goals if not _holds_true(dict(start.place), *goal)]
    if not scene.in_order:
        goals.sort(key=lambda goal: _urgency(scene, start, goal, banned))
    believed, busy = start, set[str]()
    for number, (thing, where) in enumerate(goals):
        asked = scene, believed, (thing, where), busy, banned
        plan = _plan(*asked) or _plan(*asked, later_free=True)
        found: list[Doing] = []
        for step, doing in enumerate(plan):
            completes = step == len(plan) - 1 and _puts(doing, thing)
            early = scene.in_order and number > 0 and completes
            taken = doing.robot in busy or any(doing.robot == one.robot for one in found)
            is_banned = (doing.robot, doing.text) in banned
            # Side by side robots do the same; what comes after it waits for it.
            follows = bool(found) and doing.operator != found[0].operator
            if taken or early or is_banned or follows or not _is_met(scene, start, doing):
                break
            if not _clash([*chosen.values(), *found], doing):
                found.append(doing)
        chosen.update({one.robot: one for one in found})
        if found:
            # Whoever has a part in what is begun leaves it for nothing else.
            busy |= {one.robot for one in plan}
            if any(_needs_all(one) for one in plan):
                busy |= set(scene.robots)
        if scene.in_order:
            believed = _having(believed, thing, where)
    return chosen


def _urgency(
    scene: Scene, start: _State, goal: tuple[str, str], banned: set[tuple[str, str]]
) -> tuple[bool, bool]:
    """Return what orders goals: what serves many at once waits, what is in a hand goes first."""
    plan = _plan(scene, start, goal, set(), banned)
    return bool(plan) and not plan[0].names, goal[0] not in scene.holds.values()


def _needs_all(doing: Doing) -> bool:
    return any(one.startswith("all robots are at ") for one in doing.operator.needs)


def _is_small(scene: Scene) -> bool:
    """Tell whether all goals can be thought of at once: each action puts one thing somewhere."""
    counts = [len(one.blanks) for one in scene.operators if one.form != "WAIT"]
    targets = {name for one in scene.operators for b in one.blanks[1:] for name in scene.names[b]}
    picks_and_puts = bool(counts) and all(count > 1 for count in counts)
    known = all(thing in scene.place for thing, _ in scene.goals)
    return (
        picks_and_puts
        and known
        and not scene.in_order
        and (len(targets) + 1) ** max(1, len(scene.goals)) <= _MOST_AT_ONCE
        and not any(one.startswith("you hold") for op in scene.operators for one in op.needs)
    )


def _whole_plan(scene: Scene, start: _State, banned: set[tuple[str, str]]) -> list[Doing]:
    """Return the fewest actions that reach all goals."""
    queue: deque[tuple[_State, tuple[Doing, ...]]] = deque([(start, ())])
    known = {start}
    things = [thing for thing, _ in scene.goals]
    while queue:
        state, made = queue.popleft()
        if all(_holds_true(dict(state.place), *goal) for goal in scene.goals):
            return list(made)
        for doing in (one for thing in things for one in _possible(scene, thing)):
            if not made and (doing.robot, doing.text) in banned:
                continue
            if _is_met(scene, state, doing):
                after = _after(state, doing)
                if after not in known:
                    known.add(after)
                    queue.append((after, (*made, doing)))
    return []


def _side_by_side(
    scene: Scene, start: _State, plan: Sequence[Doing], banned: set[tuple[str, str]]
) -> dict[str, Doing]:
    """Return the actions of a plan that can be done at once now, none before what it waits for."""
    chosen: dict[str, Doing] = {}
    later: set[str] = set()
    for doing in plan:
        needed = {doing.robot, *doing.names, *(scene.place.get(name, "") for name in doing.names)}
        taken = {name for one in chosen.values() for name in (one.robot, *one.names)}
        is_banned = (doing.robot, doing.text) in banned
        if is_banned or needed & (later | taken) or not _is_met(scene, start, doing):
            later |= needed
        else:
            chosen[doing.robot] = doing
    return chosen


def _plan(
    scene: Scene,
    start: _State,
    goal: tuple[str, str],
    busy: set[str],
    banned: set[tuple[str, str]],
    later_free: bool = False,
) -> list[Doing]:
    """Return the fewest actions that reach one goal, the first of a robot that is not busy.

    With `later_free` others make room in time for all but the first.
    """
    queue: deque[tuple[_State, tuple[Doing, ...]]] = deque([(start, ())])
    known = {start}
    concerned = (goal[0], *_to_be_open(scene))
    while queue and len(known) < _MOST_STATES:
        state, made = queue.popleft()
        if _holds_true(dict(state.place), *goal):
            return list(made)
        if len(made) == _DEEPEST:
            continue
        for doing in (one for name in concerned for one in _possible(scene, name)):
            first = not made
            if first and (doing.robot in busy or (doing.robot, doing.text) in banned):
                continue
            if not _is_met(scene, state, doing, is_free=later_free and not first):
                continue
            after = _after(state, doing)
            if after not in known:
                known.add(after)
                queue.append((after, (*made, doing)))
    return []


def _possible(scene: Scene, thing: str) -> Iterator[Doing]:
    """Yield all actions that concern a thing, and those that name none."""
    for operator in scene.operators:
        choices: list[Sequence[str]] = []
        for number, blank in enumerate(operator.blanks):
            names = scene.names.get(blank, ())
            choices.append([thing] if number == 0 and thing in names else names)
        if operator.form == "WAIT" or (operator.blanks and thing not in choices[0]):
            continue
        for robot in operator.who:
            for names in product(*choices):
                if len(set(names)) == len(names):
                    yield Doing(robot, operator, tuple(names))


def _to_be_open(scene: Scene) -> list[str]:
    """Return what is to be open, by its name, before an action can be done."""
    needs = (need.split() for operator in scene.operators for need in operator.needs)
    return list(dict.fromkeys(words[0] for words in needs if words[1:] == ["is", "open"]))


def _is_met(scene: Scene, state: _State, doing: Doing, is_free: bool = False) -> bool:
    place, holds, beside = dict(state.place), dict(state.holds), dict(state.beside)
    for need in doing.operator.needs:
        text = doing.operator.filled(need, doing.names)
        words = text.split()
        if text == "your hand is empty":
            met = holds.get(doing.robot) == ""
        elif text.startswith("you hold "):
            met = holds.get(doing.robot) == words[-1]
        elif text.endswith(" is in your reach"):
            met = _reaches(scene, doing.robot, words[0], place, holds)
        elif text.endswith(" is free"):
            met = is_free or words[0] not in place.values()
        elif text.endswith(" is open"):
            # What springs shut is open while somebody holds it.
            met = words[0] in holds.values()
        elif text.startswith("all robots are at "):
            met = all(beside.get(robot) == words[-1] for robot in scene.robots)
        elif text.startswith("something is in "):
            met = words[-1] in place.values()
        else:
            met = False
        if not met:
            return False
    return True


def _reaches(
    scene: Scene, robot: str, name: str, place: dict[str, str], holds: dict[str, str]
) -> bool:
    """Tell whether a robot reaches something: where it has gone is as far as what it lies on."""
    if name in holds.values():
        return False
    reach = scene.reach.get(robot, frozenset())
    moved = place.get(name)
    if moved is not None and moved != scene.place.get(name):
        return moved in reach
    return name in reach


def _after(state: _State, doing: Doing) -> _State:
    place, holds, beside = dict(state.place), dict(state.holds), dict(state.beside)
    for sentence in doing.operator.then:
        text = doing.operator.filled(sentence, doing.names)
        words = text.split()
        if text == "your hand is empty":
            holds[doing.robot] = ""
        elif text.startswith("you hold "):
            holds[doing.robot] = words[-1]
            place.pop(words[-1], None)
        elif text.startswith("you are at "):
            beside[doing.robot] = words[-1]
        elif match := re.fullmatch(r"what is in (\w+) is in (\w+)", text):
            place = {n: match[2] if where == match[1] else where for n, where in place.items()}
        elif match := re.fullmatch(r"(\w+) is (?:on|in) (\w+)", text):
            place[match[1]] = match[2]
    return _State(_pairs(place), _pairs(holds), _pairs(beside))


def _having(state: _State, thing: str, where: str) -> _State:
    """Return a state in which a goal is reached by whoever."""
    place = {**dict(state.place), thing: where}
    holds = {robot: "" if held == thing else held for robot, held in state.holds}
    return replace(state, place=_pairs(place), holds=_pairs(holds))


def _holds_true(place: dict[str, str], thing: str, where: str) -> bool:
    """Tell whether a thing is on or in something, or on what is in it."""
    here: str | None = thing
    for _ in range(4):
        here = place.get(here or "")
        if here == where:
            return True
    return False


def _puts(doing: Doing, thing: str) -> bool:
    return any(
        doing.operator.filled(one, doing.names).startswith(f"{thing} is ")
        for one in doing.operator.then
    )


def _clash(chosen: Sequence[Doing], doing: Doing) -> bool:
    """Tell whether an action needs what another one needs, but to be beside it."""
    if any(one.startswith("you are at ") for one in doing.operator.then):
        return False
    return any(set(doing.names) & set(other.names) for other in chosen)


def _pairs(values: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(values.items()))


def _blame(scene: Scene) -> _Blame:
    """Return what is not to be done again: the last robot that a complaint names gives way."""
    blame = _Blame()
    for complaint in scene.complaints:
        planned = dict(complaint.actions)
        active = [robot for robot, action in planned.items() if action != "WAIT"]
        named = [r for r in named_robots(scene, complaint.wrong) if r in active]
        if complaint.wrong.startswith("parse") or not named:
            continue
        robot = named[-1]
        key = robot, planned[robot]
        is_path = complaint.wrong.startswith("waypoints") or "no way for" in complaint.wrong
        if is_path and abs(blame.paths[key]) < _PATH_TRIES:
            higher = -1 if "out of its reach" in complaint.wrong else 1
            for one in named:
                blame.paths[one, planned[one]] += higher
        else:
            blame.banned.add(key)
    return blame


def _seems_free(scene: Scene, doing: Doing) -> bool:
    """Tell whether the straight way to where an action ends is thought to be free.

    It hardly ever is, so who judges rightly does not take it.
    """
    return scene.errors.misjudges(f"the straight way of {doing.robot} at {doing.text} is free")


def _path(scene: Scene, doing: Doing, higher: int, is_straight: bool) -> list[Point]:
    """Return points that lead a hand across, above all else, and down to where its action ends."""
    here = scene.points.get(doing.robot, (0.0, 0.0, 1.0))
    thing = doing.names[0]
    puts = len(doing.names) > 1
    if not puts:
        x, y, z = scene.points.get(thing, here)
        end = (x, y, z + _GRASP * scene.high.get(thing, 0.0))
    else:
        spot, at = scene.points.get(doing.names[1], here), scene.points.get(thing, here)
        end = (
            spot[0] + here[0] - at[0],
            spot[1] + here[1] - at[1],
            spot[2] + here[2] - at[2],
        )
    if is_straight:
        return _along([here, end])
    tops = [at[2] + scene.high[name] for name, at in scene.points.items() if name in scene.high]
    held = max(0.0, here[2] - scene.points[thing][2]) if puts and thing in scene.points else 0.0
    clear = max([end[2], *(top + held + _CLEAR for top in tops if top < here[2])])
    clear += _HIGHER * higher
    over = (end[0], end[1], clear)
    corners = (
        [here, over, end] if here[2] >= clear else [here, (here[0], here[1], clear), over, end]
    )
    return _along(corners)


def _along(corners: Sequence[Point]) -> list[Point]:
    """Return points that part a broken line evenly."""
    parts = [_distance(one, other) for one, other in pairwise(corners)]
    step, made = sum(parts) / (_POINTS + 1), list[Point]()
    for number in range(1, _POINTS + 1):
        left, index = number * step, 0
        while index < len(parts) - 1 and left > parts[index]:
            left -= parts[index]
            index += 1
        share = left / parts[index] if parts[index] > 0.0 else 0.0
        one, other = corners[index], corners[index + 1]
        x, y, z = (a + share * (b - a) for a, b in zip(one, other, strict=True))
        made.append((x, y, z))
    return made


def _distance(one: Point, other: Point) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)

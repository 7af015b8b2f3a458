# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a robot of the step world gets to one of several cells, around others in its way."""

from collections.abc import Callable, Collection, Generator

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.paths import FAR, MOVES, Field, Gait
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

Acting = Generator[Action | None, ActionResult | None, None]
"""What a sub-skill is: it yields actions, None to let a step pass, and is sent how each went."""

PATIENCE = 5
"""How many moves may be refused without getting any closer before a drive is given up."""

_PAUSE = 6
"""Steps for which a robot waits for another to pass."""
_DETOUR = 2 * _PAUSE
"""By how many actions a way around others may be longer, for each move that was refused."""

_ACTIONS = {kind: Action(kind) for kind in ActionKind}


def drive(
    body: Body,
    goals: Collection[int],
    until: Callable[[], bool] | None = None,
    gait: Gait = Gait.ANY,
) -> Acting:
    """Go to the nearest of `goals`, or until a condition holds.

    Raises:
        SkillFailure: There is no way, or others stand in it for good.
    """
    field = _field(body, goals, gait)
    plain = body.paths.to_cells(goals)
    refused, closest = 0, int(FAR)
    while not (until is not None and until()):
        here = body.now
        kind = field.next(here.cell, here.heading)
        if kind is None:
            if field.actions(here.cell, here.heading) < FAR:
                return
            raise SkillFailure(Cause.UNREACHABLE, "No way leads there.")
        result = yield _ACTIONS[kind]
        if result is None or result.success:
            left = plain.actions(body.now.cell, 0)
            if left < closest:
                refused, closest = 0, left
            continue
        refused += 1
        if refused >= PATIENCE:
            raise SkillFailure(Cause.BLOCKED, f"The way is blocked: {result.reason}.")
        body.note_obstacle(_cell_tried(body, kind), result.reason)
        field = _field(body, goals, gait, refused)
        if field.next(here.cell, here.heading) is kind:
            # There is no way around: one of the two has to make way, the other waits.
            first = result.reason < body.name
            yield from _make_way(body) if first == bool(refused % 2) else _wait(_PAUSE)
            field = _field(body, goals, gait, refused)
        elif result.reason < body.name:
            # Both would step aside to the same side, again and again: the first by name goes first.
            yield None


def stay_aside(body: Body) -> Acting:
    """Go where others can get past, to stay there; whoever stands in the way is waited for."""
    avoid: Collection[int] = body.obstacles()
    for _ in range(PATIENCE):
        if body.now.cell in body.plan.lay_bys:
            return
        yield from _drive_without_others(body, body.plan.lay_bys, avoid)
        if body.now.cell not in body.plan.lay_bys:
            yield from _wait(_PAUSE)
        # Whoever stood in the way may have gone.
        avoid = body.wrecks


def stop(body: Body, call: SubSkill) -> Acting:
    """Stop, where others can get past."""
    del call
    return stay_aside(body)


def _make_way(body: Body) -> Acting:
    """Let another pass: leave a narrow place without crossing the one who stands in it."""
    goals = body.plan.lay_bys - {body.now.cell}
    yield from _drive_without_others(body, goals, body.obstacles())
    yield from _wait(_PAUSE)


def _drive_without_others(body: Body, goals: Collection[int], avoid: Collection[int]) -> Acting:
    """Drive over none of some cells, as far towards goals as the way is free."""
    field = _around(body, goals, Gait.ANY, avoid)
    while True:
        kind = field.next(body.now.cell, body.now.heading)
        if kind is None:
            return
        result = yield _ACTIONS[kind]
        if result is not None and not result.success:
            body.note_obstacle(_cell_tried(body, kind), result.reason)
            return


def _wait(steps: int) -> Acting:
    for _ in range(steps):
        yield None


def _field(body: Body, goals: Collection[int], gait: Gait, refused: int = 1) -> Field:
    """Return the ways to goals, around others where that is not much farther than to wait."""
    here, wrecks, obstacles = body.now, sorted(body.wrecks), body.obstacles()
    field = _around(body, goals, gait, wrecks)
    if obstacles == wrecks:
        return field
    around = _around(body, goals, gait, obstacles)
    farther = around.actions(here.cell, here.heading) - field.actions(here.cell, here.heading)
    return around if farther <= refused * _DETOUR else field


def _around(body: Body, goals: Collection[int], gait: Gait, avoid: Collection[int]) -> Field:
    """Return the ways that lead over none of some cells."""
    if not avoid:
        return body.paths.to_cells(goals, gait)
    field = body.paths.to_cells([c for c in goals if c not in avoid], gait, avoid)
    cost = field.cost.copy()
    # The field tells of ways that begin on these cells, too; none may be entered.
    cost[[c for c in avoid if c != body.now.cell]] = FAR
    return Field(field.lattice, gait, cost)


def _cell_tried(body: Body, kind: ActionKind) -> int:
    here = body.now
    heading = (here.heading + MOVES.index(kind)) % 4
    return int(body.lattice.neighbours[here.cell, heading])


def face(body: Body, point: Point, seen: Callable[[], bool]) -> Acting:
    """Turn and tilt towards a point until `seen` holds; after the likeliest views, let it be."""
    for heading, pitch in body.views_of(point):
        while not seen() and (action := body.look(heading, pitch)) is not None:
            yield action
        if seen():
            return


def level_camera(body: Body) -> Action | None:
    """Return the look that brings the camera back to the pitch at which it sees most."""
    return body.look(body.now.heading, body.house.config.start_pitch)

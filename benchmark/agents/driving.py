"""How a robot of the step world gets to one of several cells, around others in its way."""

from collections.abc import Callable, Collection, Generator

from benchmark.agents.body import Body
from simulation.steps.actions import Action, ActionKind, ActionResult
from simulation.steps.paths import FAR, MOVES, Gait
from skills.causes import Cause
from skills.skill import SkillFailure
from teamwork.geometry import Point

Acting = Generator[Action | None, ActionResult | None, None]
"""What a sub-skill is: it yields actions, None to let a step pass, and is sent how each went."""

PATIENCE = 12
"""How many moves may be refused in a row before a drive is given up."""

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
    field = body.paths.to_cells(goals, gait)
    refused = 0
    avoid: set[int] = set()
    while not (until is not None and until()):
        here = body.now
        kind = field.next(here.cell, here.heading)
        if kind is None:
            if field.actions(here.cell, here.heading) < FAR:
                return
            raise SkillFailure(Cause.UNREACHABLE, "No way leads there.")
        result = yield _ACTIONS[kind]
        if result is None or result.success:
            refused = 0
            continue
        refused += 1
        if refused >= PATIENCE:
            raise SkillFailure(Cause.BLOCKED, f"The way is blocked: {result.reason}.")
        if refused % 2 and refused > 1:
            yield None
            continue
        avoid.add(_cell_tried(body, kind))
        around = body.paths.to_cells([c for c in goals if c not in avoid], gait, avoid)
        if around.actions(here.cell, here.heading) < FAR:
            field = around
        else:
            yield None


def _cell_tried(body: Body, kind: ActionKind) -> int:
    here = body.now
    heading = (here.heading + MOVES.index(kind)) % 4
    return int(body.lattice.neighbours[here.cell, heading])


def face(body: Body, point: Point, seen: Callable[[], bool]) -> Acting:
    """Turn and tilt until `seen` holds, towards a point; stop where nothing more can be done."""
    for slack in (0.5, 0.25):
        while not seen():
            action = body.turn_to(point, slack) or body.tilt_to(point, 60.0 * slack)
            if action is None:
                break
            before = (body.now.heading, body.now.pitch)
            yield action
            if (body.now.heading, body.now.pitch) == before:
                break

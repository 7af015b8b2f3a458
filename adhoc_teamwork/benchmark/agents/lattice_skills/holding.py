# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills about what holds things: open it, close it, put things in, take them out."""

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting, face
from adhoc_teamwork.benchmark.agents.lattice_skills.handling import (
    grasp,
    put_into,
)
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.skills.rules.preconditions import (
    container_to_fill,
    door_to_move,
    thing_to_take_out,
)
from adhoc_teamwork.skills.rules.refused import AS_ASKED, door_refused
from adhoc_teamwork.teamwork.team.subskill import SubSkill


def open_object(body: Body, call: SubSkill) -> Acting:
    """Open the receptacle that is within reach.

    Raises:
        SkillFailure: It does not open, is open already, or is out of reach.
    """
    yield from _turn(body, call, ActionKind.OPEN)


def close_object(body: Body, call: SubSkill) -> Acting:
    """Close the receptacle that is within reach.

    Raises:
        SkillFailure: It does not close, is closed already, or is out of reach.
    """
    yield from _turn(body, call, ActionKind.CLOSE)


def put_in(body: Body, call: SubSkill) -> Acting:
    """Put what is held into a container within reach, or in the other hand.

    Raises:
        SkillFailure: The hand is empty, or the container takes nothing more.
    """
    held, container = body.in_hand(call.object_id), body.thing(call.receptacle_id)
    if container is None or container.object_id not in set(body.now.held) - {held}:
        container = container_to_fill(body, call)
    yield from put_into(body, held, container)


def take_from(body: Body, call: SubSkill) -> Acting:
    """Take an object out of a container within reach.

    Raises:
        SkillFailure: It is not in there, or the hand cannot take it.
    """
    yield from grasp(body, thing_to_take_out(body, call.object_id, call.receptacle_id))


def _turn(body: Body, call: SubSkill, kind: ActionKind) -> Acting:
    thing, _ = door_to_move(body, call, closes=kind is ActionKind.CLOSE)
    yield from face(body, thing.position, lambda: body.in_view(thing.object_id))
    result = yield Action(kind, thing.object_id)
    if result is not None and not result.success and result.cause is not AS_ASKED:
        raise door_refused(thing.object_id, result.cause, result.reason)

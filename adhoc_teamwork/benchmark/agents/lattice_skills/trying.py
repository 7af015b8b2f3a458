# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What becomes of a sub-skill that cannot begin, where nobody keeps a robot from trying it."""

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.subskill import SubSkill


def carry_out(body: Body, call: SubSkill, refusal: SkillFailure) -> Acting:
    """Carry out what was refused: it costs a step, and fails (paper section IV-G).

    The hand does what it is told, and the world says what comes of it: where the refusal was wrong,
    that is what was wanted. Where there is nothing to do, as on the way to what is not there, the
    step passes.

    Raises:
        SkillFailure: The refusal, one step later.
    """
    held = body.in_hand(call.object_id)
    action = _action_of(call, held)
    result = yield action
    if action is None or result is None or not result.success:
        raise refusal
    receptacle = body.thing(call.receptacle_id)
    if call.takes:
        body.knowledge.take(call.object_id, body.now.step)
    elif receptacle is not None and not body.in_view(held):
        body.knowledge.lay(held, receptacle, receptacle.opens, body.now.step)


def _action_of(call: SubSkill, held: str) -> Action | None:
    """Return the action of the hand that a sub-skill comes to; None where it comes to none."""
    if call.takes:
        return Action(ActionKind.PICK_UP, call.object_id)
    if not call.lets_go:
        return None
    if call.receptacle_id == FLOOR:
        return Action(ActionKind.DROP, thing=held)
    return Action(ActionKind.PUT_DOWN, call.receptacle_id, thing=held)

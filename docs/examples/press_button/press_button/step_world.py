# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press in the benchmark's step world."""

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting
from adhoc_teamwork.benchmark.agents.lattice_skills.handling import go_to_object, must_succeed
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from press_button.power import after_press, thing_to_press


def press(body: Body, call: SubSkill) -> Acting:
    """Drive to a lamp or an appliance and press its button: its power turns."""
    thing_to_press(body, call.object_id)
    yield from go_to_object(body, call)
    thing = thing_to_press(body, call.object_id)
    result = yield Action(ActionKind.SET, thing.object_id, after_press(thing.states))
    must_succeed(call, result)

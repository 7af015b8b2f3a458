# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press in the benchmark's step world."""

from adhoc_teamwork.benchmark.agents.body import Body
from adhoc_teamwork.benchmark.agents.driving import Acting
from adhoc_teamwork.benchmark.agents.handling import go_to_object, known_thing
from adhoc_teamwork.benchmark.agents.holding import close_object, open_object
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill


def press(body: Body, call: SubSkill) -> Acting:
    """Drive to an appliance and press its button: its door turns."""
    yield from go_to_object(body, call)
    appliance = known_thing(body, call.object_id, Cause.UNKNOWN_OBJECT)
    yield from (open_object if appliance.closed else close_object)(body, call)

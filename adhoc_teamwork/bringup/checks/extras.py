# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check what is installed by choice alone; that it is missing is no fault."""

from adhoc_teamwork.bringup.checks.finding import OK, WARN, Finding, Subject
from adhoc_teamwork.bringup.checks.probe import ask

PROBE_TIME = 60.0
_DOOR = "adhoc_teamwork.bringup.agent_door.probe"


def check_agent_door(subject: Subject) -> Finding:
    """Check that ./adhoc mcp can serve an agent, where the extra `mcp` is installed."""
    what = "door for agents"
    if subject.python is None:
        return Finding(OK, what, "not tried: not set up yet")
    answer = ask(subject, ["-m", _DOOR], PROBE_TIME)
    if answer.succeeded:
        return Finding(OK, what, answer.text)
    return Finding(WARN, what, answer.text, "only ./adhoc mcp needs it: pip install '.[mcp]'")

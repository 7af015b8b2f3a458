# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check what is installed by choice alone; that it is missing is no fault."""

from adhoc_teamwork.bringup.checks.finding import OK, WARN, Finding, Subject
from adhoc_teamwork.bringup.checks.probe import ask

PROBE_TIME = 60.0
_TRACES = "adhoc_teamwork.bringup.traces.sending"
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


def check_traces(subject: Subject) -> Finding:
    """Check that the collector of traces answers, where one is named."""
    what = "traces"
    if subject.python is None:
        return Finding(OK, what, "not tried: not set up yet")
    answer = ask(subject, ["-m", _TRACES], PROBE_TIME)
    if answer.succeeded:
        return Finding(OK, what, answer.text)
    advice = "runs go on without; pip install '.[otel]', and look at the OTEL_EXPORTER_OTLP_* here"
    return Finding(WARN, what, answer.text, advice)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check what is installed by choice alone; that it is missing is no fault."""

import os
import re
import shutil
from pathlib import Path

from adhoc_teamwork.bringup.checks.finding import OK, WARN, Finding, Subject
from adhoc_teamwork.bringup.checks.probe import answer_of, ask
from adhoc_teamwork.teamwork.settings.navigation import missing_for_nav2

PROBE_TIME = 60.0
_NAV2 = "nav2_bringup"
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
    return Finding(WARN, what, answer.text, "only ./adhoc mcp needs it")


def check_traces(subject: Subject) -> Finding:
    """Check that the collector of traces answers, where one is named."""
    what = "traces"
    if subject.python is None:
        return Finding(OK, what, "not tried: not set up yet")
    answer = ask(subject, ["-m", _TRACES], PROBE_TIME)
    if answer.succeeded:
        return Finding(OK, what, answer.text)
    advice = "runs go on without; look at the OTEL_EXPORTER_OTLP_* here"
    return Finding(WARN, what, answer.text, advice)


def check_cluster(subject: Subject) -> Finding:
    """Check whether the benchmark can run on several machines."""
    what = "cluster"
    if subject.python is None:
        return Finding(OK, what, "not tried: not set up yet")
    code = "from importlib.metadata import version; print('Ray', version('ray'))"
    answer = ask(subject, ["-c", code], PROBE_TIME)
    if answer.succeeded:
        return Finding(OK, what, f"{answer.text}, for ./adhoc bench run --engine ray")
    return Finding(OK, what, "no Ray, which only bench run --engine ray needs: ./adhoc setup --ray")


def check_detectors(subject: Subject) -> Finding:
    """Check whether the messages of others' detectors are there."""
    what = "detectors"
    if subject.python is None:
        return Finding(OK, what, "not tried: not set up yet")
    if ask(subject, ["-c", "import yolo_msgs.msg, yolo_msgs.srv"], PROBE_TIME).succeeded:
        return Finding(OK, what, "vision_msgs, yolo_msgs")
    return Finding(OK, what, "vision_msgs; no yolo_msgs, which only masks of yolo_ros need")


def check_nav2(subject: Subject) -> Finding:
    """Check that Nav2 can drive the simulator's robots, where one is sourced."""
    what = "Nav2"
    missing = missing_for_nav2(subject.env)
    if _NAV2 in missing:
        return Finding(OK, what, "none is sourced: the simulator's stand-in drives")
    if missing:
        detail = f"{', '.join(missing)} not found beside it in the sourced ROS 2"
        return Finding(WARN, what, detail, "only ./adhoc demo --navigation nav2 needs it")
    return Finding(OK, what, f"{_version(_NAV2, subject)}, for ./adhoc demo --navigation nav2")


def check_containers(subject: Subject) -> Finding:
    """Check that containers can be made here, where Docker is installed."""
    what = "containers"
    if shutil.which("docker", path=subject.env.get("PATH")) is None:
        return Finding(OK, what, "no docker, which only docker compose needs (docs/containers.md)")
    for words in (("version", "--format", "engine {{.Server.Version}}"), ("compose", "version")):
        answer = answer_of(["docker", *words], subject.env, PROBE_TIME)
        if not answer.succeeded:
            detail = f"docker {words[0]}: {answer.text or 'no engine answers'}"
            return Finding(WARN, what, detail, "only docker compose needs it (docs/containers.md)")
    return Finding(OK, what, answer.text)


def _version(package: str, subject: Subject) -> str:
    """Return the version of a sourced ROS package, as its package.xml says it."""
    for prefix in subject.env.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        path = Path(prefix) / "share" / package / "package.xml"
        if prefix and path.is_file():
            found = re.search(r"<version>\s*([\w.]+)", path.read_text(encoding="utf-8"))
            return found[1] if found else "of no version"
    return "not found"

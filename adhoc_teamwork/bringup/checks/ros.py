# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check ROS 2: where it comes from, our interfaces, libraries, discovery between processes."""

import subprocess
import uuid

from adhoc_teamwork.bringup.bootstrap.ownership import other_owner
from adhoc_teamwork.bringup.checks.finding import FAIL, OK, Finding, Subject, repair
from adhoc_teamwork.bringup.checks.probe import Answer, ask

IMPORT_TIME = 60.0
DISCOVERY_TIME = 10.0
_SET_UP = "type: ./adhoc setup"
_PROBE = "adhoc_teamwork.bringup.ros.discovery_probe"


def check_ros(subject: Subject) -> Finding:
    """Check that rclpy is there, and say which."""
    what = "ROS 2"
    if subject.python is None:
        return Finding(FAIL, what, "not set up yet", _SET_UP)
    answer = ask(
        subject,
        ["-c", "import rclpy; print(rclpy.get_rmw_implementation_identifier(), rclpy.__file__)"],
        IMPORT_TIME,
    )
    if not answer.succeeded:
        return Finding(FAIL, what, f"cannot import rclpy: {answer.text}", repair(subject))
    rmw, _, where = answer.text.partition(" ")
    return Finding(OK, what, f"{_origin(subject)}, {rmw}, {where}")


def check_set_up(subject: Subject) -> Finding:
    """Check that every stage of the set-up is finished and current."""
    what = "set-up"
    if subject.set_up is None:
        return Finding(OK, what, "installed in a ROS workspace")
    owner = other_owner(subject.set_up.layout)
    if owner is not None:
        detail = f"{subject.set_up.layout.base} is the environment of the clone in {owner}"
        return Finding(FAIL, what, detail, "take away the link or mount that leads there")
    if not subject.set_up.is_done(dev=False):
        detail = "not there, half done or out of date"
        return Finding(FAIL, what, f"{subject.set_up.layout.base}: {detail}", _SET_UP)
    tests = "with" if subject.set_up.is_done(dev=True) else "without"
    return Finding(OK, what, f"{subject.set_up.layout.base}, {tests} what ./adhoc test needs")


def check_interfaces(subject: Subject) -> Finding:
    """Check that messages, services and actions are built and load."""
    what = "interfaces"
    if subject.python is None:
        return Finding(FAIL, what, "not built yet", _SET_UP)
    answer = ask(subject, ["-m", _PROBE, "interfaces"], IMPORT_TIME)
    return _finding(what, answer, repair(subject))


def check_libraries(subject: Subject) -> Finding:
    """Check that the large libraries load, with all that they need from the system."""
    what = "libraries"
    if subject.python is None:
        return Finding(FAIL, what, "not installed yet", _SET_UP)
    program = (
        # Open3D as our code loads it: by itself it wants packages that are not installed.
        "import adhoc_teamwork.teamwork.open3d_parts; "
        "import numpy, open3d, scipy, skimage, pydantic, openai; "
        "print(f'NumPy {numpy.__version__}, Open3D {open3d.__version__}, "
        "pydantic {pydantic.VERSION}, openai {openai.__version__}')"
    )
    return _finding(what, ask(subject, ["-c", program], IMPORT_TIME), repair(subject))


def check_discovery(subject: Subject) -> Finding:
    """Check that a process hears another one over DDS, with this terminal's ROS settings."""
    what = "DDS discovery"
    if subject.python is None:
        return Finding(FAIL, what, "not tried: not set up yet", _SET_UP)
    topic = f"/adhoc_doctor_{uuid.uuid4().hex[:8]}"
    talker = subprocess.Popen(
        [str(subject.python), "-m", _PROBE, "talk", topic],
        env=dict(subject.env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        answer = ask(subject, ["-m", _PROBE, "listen", topic], DISCOVERY_TIME + 10.0)
    finally:
        talker.kill()
        talker.wait()
    domain = subject.env.get("ROS_DOMAIN_ID") or "0"
    reach = subject.env.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET")
    settings = f"domain {domain}, range {reach}"
    if "ModuleNotFoundError" in answer.text:
        return Finding(FAIL, what, answer.text, repair(subject))
    advice = (
        "allow multicast on the loopback and UDP ports 7400 and up in the firewall, and look at "
        "ROS_DOMAIN_ID, ROS_AUTOMATIC_DISCOVERY_RANGE and FASTDDS_* in this terminal"
    )
    return _finding(what, Answer(answer.succeeded, f"{answer.text} ({settings})"), advice)


def _finding(what: str, answer: Answer, advice: str) -> Finding:
    if answer.succeeded:
        return Finding(OK, what, answer.text)
    return Finding(FAIL, what, answer.text, advice)


def _origin(subject: Subject) -> str:
    if subject.set_up is not None and subject.set_up.ros is None:
        return "Jazzy from wheels"
    return f"sourced {subject.env.get('ROS_DISTRO', 'without ROS_DISTRO')}"

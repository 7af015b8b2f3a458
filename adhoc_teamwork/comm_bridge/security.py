# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write the SROS2 policy of a team: which process may speak on which topic.

``python -m adhoc_teamwork.comm_bridge.security quadruped tall > team.policy.xml``.
Every process of a robot has an
enclave of its own and may say what is its to say, in its robot's namespace: nobody speaks for a
teammate, the broker alone tells the team, only people command emergency stops. The format is that
of the ROS 2 access control policies, version 0.2.0.
"""

import argparse
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, Parser
from adhoc_teamwork.teamwork.text.console import complain, write

ENCLAVES = "/adhoc_teamwork"
PERSON = "operator"
"""The name under which the console speaks where nobody gives another."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_EVERY_NODE_SAYS = ("/rosout", "/parameter_events", topics.DIAGNOSTICS)
_EVERY_NODE_HEARS = ("/clock", "/parameter_events", topics.RADIO_LINKS)
_FRAMES = ("/tf", "/tf_static")
_TEAMMATE_SAYS = (topics.TEAM_OUT, topics.TEAM_IN, topics.TEAM_PASSED_ON, topics.TEAM_HEARD)
_TEAMMATE_HEARS = (
    topics.BROKER_TOLD,
    topics.BROKER_HEARD,
    *(f"/*/{name}" for name in (topics.TEAM_OUT, topics.TEAM_PASSED_ON, topics.TEAM_HEARD)),
)
_STOPS = (topics.STOP_COMMANDS, topics.STOP_STATES, f"/{topics.EMERGENCY_STOP}")
_NAV2_ASKED = (
    *(f"{node}/get_state" for node in ("amcl", "bt_navigator", "controller_server")),
    "planner_server/get_state",
    *(topics.clear_costmap(which) for which in ("global", "local")),
)
_MOTION = (
    topics.NAVIGATE_TO_POSE,
    topics.BACK_UP,
    topics.FOLLOW_JOINT_TRAJECTORY,
    topics.GRIPPER_COMMAND,
)


@dataclass(frozen=True)
class Grant:
    """Say what the processes of one enclave may do, in patterns with ``*``, and nothing else.

    Attributes:
        name: Of the enclave, below `ENCLAVES`.
        says: Topics that it may publish.
        hears: Topics that it may subscribe to.
        serves: Services that it may answer.
        asks: Services that it may ask.
        executes: Actions that it may execute.
        calls: Actions that it may call.
        never_says: Topics among `says` that it may not publish.
    """

    name: str
    says: tuple[str, ...] = ()
    hears: tuple[str, ...] = ()
    serves: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    executes: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    never_says: tuple[str, ...] = ()


def team_grants(robots: Sequence[str], persons: Sequence[str] = (PERSON,)) -> tuple[Grant, ...]:
    """Return what every enclave of a team may do.

    Raises:
        ValueError: One of those is no name.
    """
    wrong = [name for name in (*robots, *persons) if not _NAME.fullmatch(name)]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is no name; expected letters, digits and _")
    return (
        _broker(),
        _observer(),
        _simulator(),
        _cell_rounds(),
        *(_person(name) for name in persons),
        *(grant for robot in robots for grant in _robot(robot)),
    )


def _broker() -> Grant:
    """Hear every teammate, tell all of them."""
    return Grant(
        "broker",
        says=(
            *_EVERY_NODE_SAYS,
            topics.BROKER_TOLD,
            topics.BROKER_HEARD,
            f"/*/{topics.TEAM_TOLD}",
            "/broker/*",
        ),
        hears=(*_EVERY_NODE_HEARS, *_TEAMMATE_HEARS[2:]),
        serves=(topics.TEAM_QUERY, "/broker/*"),
    )


def _observer() -> Grant:
    """Hear everything: the observer, the recorder, `./adhoc team`."""
    nodes = ("/observer/*", "/recorder/*", "/watch/*")
    asks = (f"/*/{topics.LAST_SEEN}",)
    return Grant("observer", says=_EVERY_NODE_SAYS, hears=("/*",), serves=nodes, asks=asks)


def _simulator() -> Grant:
    """Stand for the drivers of all robots, and the world."""
    sensors = (topics.ODOM, topics.SCAN, topics.JOINT_STATES, topics.BATTERY_STATE, topics.BODY)
    own = tuple(f"/*/{name}" for name in ("camera/*", *sensors, topics.LOCALIZED))
    world = ("/clock", "/*/clock", topics.FLOOR_PLAN, topics.GROUND, topics.RADIO_LINKS)
    cell = (topics.CELL_DOORS, topics.CELL_BODIES)
    return Grant(
        "simulator",
        says=(
            *_EVERY_NODE_SAYS,
            *_FRAMES,
            *world,
            *cell,
            topics.WORLD_EVENTS,
            topics.STOP_STATES,
            *own,
        ),
        hears=(
            *_EVERY_NODE_HEARS,
            *_STOPS,
            *(f"/*/{name}" for name in (topics.EMERGENCY_STOP, topics.SPEED_LIMIT, topics.CMD_VEL)),
            f"/{topics.worked_off('*')}",
        ),
        serves=(
            "/simulator/*",
            "/cell/*",
            *(f"/*/{name}" for name in (topics.MANIPULATE, *_NAV2_ASKED)),
        ),
        executes=tuple(f"/*/{name}" for name in _MOTION),
    )


def _cell_rounds() -> Grant:
    """Tell each arm of a cell its rounds, see the cell, and move all arms."""
    return Grant(
        "cell_rounds",
        says=(*_EVERY_NODE_SAYS, f"/*/{topics.CELL_ROUND}"),
        hears=(
            *_EVERY_NODE_HEARS,
            topics.CELL_DOORS,
            topics.CELL_BODIES,
            *(f"/*/{name}" for name in (topics.JOINT_STATES, topics.CELL_TALK)),
        ),
        serves=("/cell_rounds/*",),
        calls=tuple(
            f"/*/{name}" for name in (topics.FOLLOW_JOINT_TRAJECTORY, topics.GRIPPER_COMMAND)
        ),
    )


def _person(name: str) -> Grant:
    """Speak as a teammate, look at everything, stop and release robots: console, chat, switch."""
    return Grant(
        name,
        says=(
            *_EVERY_NODE_SAYS,
            topics.STOP_COMMANDS,
            f"/{topics.EMERGENCY_STOP}",
            *_own(name, *_TEAMMATE_SAYS),
            f"/*/{topics.SEAT_ORDER}",
        ),
        hears=("/*",),
        serves=("/console/*", "/agent_door/*", f"/{name}/*"),
        asks=(topics.TEAM_QUERY,),
    )


def _robot(robot: str) -> tuple[Grant, ...]:
    hears = (*_EVERY_NODE_HEARS, *_FRAMES, topics.FLOOR_PLAN, topics.GROUND, f"/{robot}/*")

    def grant(
        role: str, *, says: tuple[str, ...], heard: tuple[str, ...] = (), **rights: tuple[str, ...]
    ) -> Grant:
        return Grant(
            f"{robot}/{role}",
            says=(*_EVERY_NODE_SAYS, *says, f"/{robot}/{role}/*"),
            hears=(*hears, *heard),
            serves=(*rights.pop("serves", ()), f"/{robot}/{role}/*"),
            **rights,
        )

    return (
        # Camera, base, arm, Nav2, switches: whatever drives the robot is trusted with its topics,
        # but does not speak for it.
        grant(
            "drivers",
            says=(*_FRAMES, topics.STOP_STATES, f"/{robot}/*"),
            heard=_STOPS,
            serves=(f"/{robot}/*",),
            asks=(f"/{robot}/*",),
            executes=_own(robot, "*"),
            calls=_own(robot, "*"),
            never_says=_own(
                robot, "team/*", "seat/*", "cell/*", topics.LLM_CALLS, topics.PLANNER_JOURNAL
            ),
        ),
        grant(
            "perception",
            says=_own(
                robot,
                topics.DETECTIONS,
                topics.SCENE_GRAPH,
                topics.SEMANTIC_MAP,
                topics.INSPECTED_SURFACES,
                topics.OBJECT_ROOM_MAP,
                topics.SEMANTIC_CLOUD,
                topics.MARKERS,
                topics.KNOWN_OBJECTS,
                topics.CROPS,
                topics.WANTED_CLASSES,
            ),
            serves=_own(robot, topics.LAST_SEEN),
            asks=_own(robot, topics.SET_CLASSES),
        ),
        grant(
            "skills",
            says=(
                topics.STOP_STATES,
                *_own(robot, topics.SPEED_LIMIT, topics.KEEP_OUT_FILTER, topics.KEEP_OUT_MASK),
            ),
            heard=_STOPS,
            asks=_own(robot, topics.MANIPULATE, *_NAV2_ASKED),
            executes=_own(robot, topics.EXECUTE_SKILL),
            calls=_own(robot, *_MOTION),
        ),
        grant(
            "planner",
            says=_own(
                robot,
                *_TEAMMATE_SAYS,
                topics.LLM_CALLS,
                topics.PLANNER_JOURNAL,
                topics.SEAT_OFFER,
                topics.CELL_TALK,
            ),
            heard=_TEAMMATE_HEARS,
            serves=_own(robot, "cell_speaker/*"),
            asks=(topics.TEAM_QUERY,),
            calls=_own(robot, topics.EXECUTE_SKILL),
        ),
    )


def _own(name: str, *topics_: str) -> tuple[str, ...]:
    return tuple(f"/{name}/{topic}" for topic in topics_)


def policy(robots: Sequence[str], persons: Sequence[str] = (PERSON,)) -> str:
    """Return the policy of a team as XML; see `team_grants`."""
    root = ElementTree.Element("policy", version="0.2.0")
    enclaves = ElementTree.SubElement(root, "enclaves")
    for grant in team_grants(robots, persons):
        enclave = ElementTree.SubElement(enclaves, "enclave", path=f"{ENCLAVES}/{grant.name}")
        profiles = ElementTree.SubElement(enclave, "profiles")
        namespace, _, node = f"/{grant.name}".rpartition("/")
        profile = ElementTree.SubElement(profiles, "profile", ns=namespace or "/", node=node)
        _add(profile, "topic", "publish", grant.never_says, "DENY")
        _add(profile, "topic", "publish", grant.says)
        _add(profile, "topic", "subscribe", grant.hears)
        _add(profile, "service", "reply", grant.serves)
        _add(profile, "service", "request", grant.asks)
        _add(profile, "action", "execute", grant.executes)
        _add(profile, "action", "call", grant.calls)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _add(
    profile: ElementTree.Element, kind: str, right: str, names: Sequence[str], rule: str = "ALLOW"
) -> None:
    if names:
        listed = ElementTree.SubElement(profile, f"{kind}s", {right: rule})
        for name in names:
            ElementTree.SubElement(listed, kind).text = name


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="python -m adhoc_teamwork.comm_bridge.security",
        description="Write the SROS2 policy of a team to standard output.",
    )
    parser.add_argument("robots", nargs="+", metavar="ROBOT", help="names of the robots")
    parser.add_argument("--person", action="append", metavar="NAME", dest="persons",
        help=f"a person's name in the team; may be repeated (default {PERSON})")  # fmt: skip
    return parser


def main(words: Sequence[str]) -> int:
    """Write the policy of the robots named to standard output; return the exit code."""
    options = build_parser().parse_args(words)
    try:
        write(sys.stdout, policy(options.robots, options.persons or (PERSON,)))
    except ValueError as error:
        complain(str(error))
        return BAD_INPUT
    return DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

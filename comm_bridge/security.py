# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Write the SROS2 policy of a team: who may speak on which topic.

``python -m comm_bridge.security quadruped tall > team.policy.xml``. Each robot may say everything
in its own namespace and nothing in another's, so that nobody can speak for a teammate; the broker
alone tells the team. The format is that of the ROS 2 access control policies, version 0.2.0.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass

from teamwork import topics

ENCLAVES = "/adhoc_teamwork"
BROKER = "broker"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_EVERY_NODE_SAYS = ("/rosout", "/parameter_events", topics.DIAGNOSTICS)
_EVERY_NODE_HEARS = ("/clock", "/parameter_events", topics.DIAGNOSTICS, topics.RADIO_LINKS)
_BROKER_SAYS = (topics.BROKER_TOLD, topics.BROKER_HEARD, f"/*/{topics.TEAM_TOLD}")
_TEAMMATES_SAY = tuple(
    f"/*/{topic}" for topic in (topics.TEAM_OUT, topics.TEAM_PASSED_ON, topics.TEAM_HEARD)
)
_ROBOTS_SAY = ("/tf", "/tf_static")
_ROBOTS_HEAR = ("/tf", "/tf_static", topics.FLOOR_PLAN, topics.BROKER_TOLD, topics.BROKER_HEARD)


@dataclass(frozen=True)
class Grant:
    """Say what the processes of one enclave may do: topics and services, patterns with ``*``."""

    name: str
    namespace: str
    says: tuple[str, ...]
    hears: tuple[str, ...]
    serves: tuple[str, ...]
    asks: tuple[str, ...]


def broker_grant() -> Grant:
    """Return what the broker may do: hear every teammate, tell all of them."""
    return Grant(
        BROKER,
        "/",
        says=(*_EVERY_NODE_SAYS, *_BROKER_SAYS),
        hears=(*_EVERY_NODE_HEARS, *_TEAMMATES_SAY),
        serves=(topics.TEAM_QUERY, f"/{BROKER}/*"),
        asks=(),
    )


def robot_grant(robot: str) -> Grant:
    """Return what a robot may do: everything in its own namespace, and hear its teammates.

    Raises:
        ValueError: That is no robot's name.
    """
    if not _NAME.fullmatch(robot):
        raise ValueError(f"{robot!r} is no robot's name; expected letters, digits and _")
    own = f"/{robot}/*"
    return Grant(
        robot,
        f"/{robot}",
        says=(*_EVERY_NODE_SAYS, *_ROBOTS_SAY, own),
        hears=(*_EVERY_NODE_HEARS, *_ROBOTS_HEAR, *_TEAMMATES_SAY, own),
        serves=(own,),
        asks=(own, topics.TEAM_QUERY),
    )


def policy(robots: Sequence[str]) -> str:
    """Return the policy of a team as XML, with one enclave each for the broker and every robot."""
    root = ElementTree.Element("policy", version="0.2.0")
    enclaves = ElementTree.SubElement(root, "enclaves")
    for grant in (broker_grant(), *map(robot_grant, robots)):
        enclave = ElementTree.SubElement(enclaves, "enclave", path=f"{ENCLAVES}/{grant.name}")
        profiles = ElementTree.SubElement(enclave, "profiles")
        profile = ElementTree.SubElement(profiles, "profile", ns=grant.namespace, node=grant.name)
        _add(profile, "topics", "topic", "publish", grant.says)
        _add(profile, "topics", "topic", "subscribe", grant.hears)
        _add(profile, "services", "service", "reply", grant.serves)
        _add(profile, "services", "service", "request", grant.asks)
        if grant.name != BROKER:
            actions = ElementTree.SubElement(profile, "actions", call="ALLOW", execute="ALLOW")
            ElementTree.SubElement(actions, "action").text = f"{grant.namespace}/*"
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _add(
    profile: ElementTree.Element, many: str, one: str, right: str, names: Sequence[str]
) -> None:
    if names:
        listed = ElementTree.SubElement(profile, many, {right: "ALLOW"})
        for name in names:
            ElementTree.SubElement(listed, one).text = name


def main(words: Sequence[str]) -> int:
    """Write the policy of the robots named to standard output; return the exit code."""
    if not words or any(word.startswith("-") for word in words):
        sys.stderr.write("usage: python -m comm_bridge.security ROBOT... > team.policy.xml\n")
        return 2
    try:
        sys.stdout.write(policy(words))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

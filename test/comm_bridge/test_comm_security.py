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

"""The policy for SROS2 binds every robot to its own topics."""

import xml.etree.ElementTree as ElementTree
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from comm_bridge.security import ENCLAVES, main, policy
from teamwork import topics

SHIPPED = Path(__file__).parents[2] / "config" / "security" / "team.policy.xml"
ROBOTS = ("quadruped", "tall", "small")


def allowed(text: str, name: str, right: str) -> list[str]:
    profile = ElementTree.fromstring(text).find(
        f"./enclaves/enclave[@path='{ENCLAVES}/{name}']/profiles/profile"
    )
    assert profile is not None
    return [str(t.text) for t in profile.findall(f"topics[@{right}='ALLOW']/topic")]


def may(text: str, name: str, right: str, topic: str) -> bool:
    return any(fnmatchcase(topic, pattern) for pattern in allowed(text, name, right))


def test_the_shipped_policy_is_that_of_the_demonstrations_robots() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == policy(ROBOTS)


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_robot_speaks_for_itself_alone(robot: str) -> None:
    text = policy(ROBOTS)
    assert may(text, robot, "publish", f"/{robot}/{topics.TEAM_OUT}")
    others = [name for name in ROBOTS if name != robot]
    for topic in (topics.TEAM_OUT, topics.TEAM_IN, "team/told", "team/heard", "odom"):
        assert not any(may(text, robot, "publish", f"/{name}/{topic}") for name in others)
    assert not may(text, robot, "publish", "/team/told")
    assert not may(text, robot, "publish", "/team/heard")


def test_a_robot_hears_the_broker_and_its_teammates() -> None:
    text = policy(ROBOTS)
    for topic in ("/team/told", "/team/heard", "/tall/team/out", topics.FLOOR_PLAN, "/clock"):
        assert may(text, "small", "subscribe", topic)
    assert not may(text, "small", "subscribe", "/tall/camera/color/image_raw")


def test_the_broker_hears_all_and_speaks_for_nobody() -> None:
    text = policy(ROBOTS)
    for robot in ROBOTS:
        assert may(text, "broker", "subscribe", f"/{robot}/{topics.TEAM_OUT}")
        assert may(text, "broker", "publish", f"/{robot}/team/told")
        assert not may(text, "broker", "publish", f"/{robot}/{topics.TEAM_OUT}")


@pytest.mark.parametrize("words", [[], ["--help"], ["a/b"], ["tall", "*"]])
def test_wrong_names_are_refused_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.count("\n") == 1

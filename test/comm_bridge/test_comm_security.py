# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The policy for SROS2: who may say what, in the form that SROS2 takes."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import product
from pathlib import Path

import pytest
from command_words import exit_code
from granted import Rights, rights

from adhoc_teamwork.comm_bridge.security import ENCLAVES, main, policy
from adhoc_teamwork.teamwork import topics

CHECKOUT = Path(__file__).parents[2]
SHIPPED = CHECKOUT / "config" / "security" / "team.policy.xml"
ROBOTS = ("quadruped", "tall", "small")
ROLES = ("drivers", "perception", "skills", "planner")
RIGHTS = {"topics": {"publish", "subscribe"}, "services": {"reply", "request"},
          "actions": {"call", "execute"}}  # fmt: skip
"""What the elements below a profile may hold, by the schema of SROS2 (policy.xsd, 0.2.0)."""


@pytest.fixture(scope="module")
def granted() -> dict[str, Rights]:
    return rights(policy(ROBOTS, ("operator", "maria")))


def test_the_shipped_policy_is_that_of_the_demonstrations_robots() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == policy(ROBOTS)


def test_it_has_the_form_of_the_schema() -> None:
    root = ElementTree.fromstring(policy(ROBOTS))
    assert (root.tag, root.attrib) == ("policy", {"version": "0.2.0"})
    assert [child.tag for child in root] == ["enclaves"]
    paths = [enclave.get("path") for enclave in root[0]]
    assert len(paths) == len(set(paths))
    for enclave in root[0]:
        assert (enclave.tag, set(enclave.attrib)) == ("enclave", {"path"})
        assert [child.tag for child in enclave] == ["profiles"]
        for profile in enclave[0]:
            assert (profile.tag, set(profile.attrib)) == ("profile", {"ns", "node"})
            for listed in profile:
                assert set(listed.attrib) <= RIGHTS[listed.tag]
                assert set(listed.attrib.values()) <= {"ALLOW", "DENY"}
                assert {child.tag for child in listed} == {listed.tag.removesuffix("s")}
                assert all((child.text or "").startswith("/") for child in listed)


def who_may_say(granted: dict[str, Rights], topic: str) -> set[str]:
    return {name.removeprefix(f"{ENCLAVES}/") for name, of in granted.items() if of.may_say(topic)}


def test_people_alone_command_emergency_stops(granted: dict[str, Rights]) -> None:
    assert who_may_say(granted, topics.STOP_COMMANDS) == {"operator", "maria"}
    assert who_may_say(granted, "/emergency_stop") == {"operator", "maria"}
    assert who_may_say(granted, "/tall/emergency_stop") == {"tall/drivers"}
    skills = {f"{robot}/{role}" for robot, role in product(ROBOTS, ("skills", "drivers"))}
    assert who_may_say(granted, topics.STOP_STATES) == {"simulator", *skills}


def test_who_obeys_a_stop_hears_all_that_presses_it(granted: dict[str, Rights]) -> None:
    for robot, role in product(ROBOTS, ("skills", "drivers")):
        of = granted[f"{ENCLAVES}/{robot}/{role}"]
        own = (f"/{robot}/emergency_stop", f"/{robot}/deadman")
        for topic in (topics.STOP_COMMANDS, topics.STOP_STATES, "/emergency_stop", *own):
            assert of.may_hear(topic)


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_robot_speaks_for_itself_alone(granted: dict[str, Rights], robot: str) -> None:
    for topic in (topics.TEAM_OUT, topics.TEAM_IN, topics.TEAM_PASSED_ON, topics.TEAM_HEARD):
        assert who_may_say(granted, f"/{robot}/{topic}") == {f"{robot}/planner"}
    assert who_may_say(granted, f"/{robot}/{topics.PLANNER_JOURNAL}") == {f"{robot}/planner"}
    own = {f"{robot}/{role}" for role in ROLES}
    for topic in (topics.ODOM, topics.SCENE_GRAPH, topics.DETECTIONS, topics.SPEED_LIMIT, "x"):
        assert who_may_say(granted, f"/{robot}/{topic}") <= {*own, "simulator"}


def test_the_broker_alone_tells_the_team(granted: dict[str, Rights]) -> None:
    for topic in ("/team/told", "/team/heard", "/tall/team/told", "/maria/team/told"):
        assert who_may_say(granted, topic) == {"broker"}
    broker = granted[f"{ENCLAVES}/broker"]
    assert all(broker.may_hear(f"/{robot}/{topics.TEAM_OUT}") for robot in ROBOTS)


def test_a_robot_does_not_see_through_anothers_eyes(granted: dict[str, Rights]) -> None:
    for role in ROLES:
        assert not granted[f"{ENCLAVES}/small/{role}"].may_hear("/tall/camera/color/image_raw")


def test_an_observer_says_nothing(granted: dict[str, Rights]) -> None:
    said = ("/rosout", "/parameter_events", topics.DIAGNOSTICS)
    assert granted[f"{ENCLAVES}/observer"].says == said


WORDS = {
    "broker": "broker", "observer": "observer", "console": "operator", "simulator": "simulator",
    "perception": "tall/perception", "skills": "tall/skills", "planner": "tall/planner",
    "radio": "tall/planner", "radios": "tall/planner", "speaker": "tall/planner",
    "cell": "simulator", "cell_rounds": "cell_rounds",
}  # fmt: skip
"""Enclaves of the words with which docs/ros_graph.md names our nodes."""


def test_what_the_architecture_names_may_be_said_and_heard(granted: dict[str, Rights]) -> None:
    text = (CHECKOUT / "docs" / "ros_graph.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `")]
    seen, denied = 0, []
    for names, kind, _, way in (row for row in rows if len(row) == 4 and "→" in row[3]):
        if "(action)" in kind or "(service)" in kind:
            continue
        speakers, hearers = (_enclaves(part) for part in way.split(":")[0].split("→"))
        for topic in _topics(names):
            seen += 1
            denied += [("say", e, topic) for e in speakers if not granted[e].may_say(topic)]
            denied += [("hear", e, topic) for e in hearers if not granted[e].may_hear(topic)]
    assert seen > 30
    assert denied == []


def _topics(cell: str) -> list[str]:
    """Return the topics of a cell of the table, as those of the robot `tall`."""
    found = []
    for quoted in re.findall(r"`([^`]+)`", cell.split("(")[0]):
        choice = re.search(r"\{(.*)\}", quoted)
        parts = choice[1].split(",") if choice else [""]
        names = [quoted.replace(choice[0], part) if choice else quoted for part in parts]
        found += [name if name.startswith("/") else f"/tall/{name}" for name in names]
    return [name for name in found if "get_state" not in name and "costmap" not in name]


def _enclaves(words: str) -> list[str]:
    return [f"{ENCLAVES}/{WORDS[word]}" for word in re.findall(r"\w+", words) if word in WORDS]


@pytest.mark.parametrize(
    "words", [[], ["--nothing"], ["a/b"], ["tall", "*"], ["tall", "--person", ""]]
)
def test_wrong_names_are_refused_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(main, words) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.count("\n") == 1


def test_the_names_of_people_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tall", "--person", "maria"]) == 0
    granted = rights(capsys.readouterr().out)
    assert granted[f"{ENCLAVES}/maria"].may_say("/maria/team/out")
    assert f"{ENCLAVES}/operator" not in granted

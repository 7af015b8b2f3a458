# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's card tells of no more than the robot does here."""

import json
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir


@pytest.mark.parametrize("hands", [0, 2, 3])
def test_hands_that_nothing_moves_are_refused_in_one_line(tmp_path: Path, hands: int) -> None:
    card = tmp_path / "twin.yaml"
    card.write_text(f"capability: {{robot_type: twin, can_manipulate: true, hands: {hands}}}")
    with pytest.raises(ConfigError) as refused:
        load_robot_card(card)
    told = str(refused.value)
    assert told.startswith(f"{card}: capability.hands: {hands}; a robot works with 1 hand here")
    assert "\n" not in told


def test_one_hand_is_what_a_card_says_that_says_nothing(tmp_path: Path) -> None:
    card = tmp_path / "plain.yaml"
    card.write_text("capability: {robot_type: plain, can_manipulate: true}")
    assert load_robot_card(card).capability.hands == 1


@pytest.mark.parametrize("urdf", ["gone.urdf", ".", 300 * "a"])
def test_an_urdf_that_is_not_there_is_refused_in_one_line(tmp_path: Path, urdf: str) -> None:
    """A robot without an arm drives without its URDF, and would not miss it."""
    card = tmp_path / "lost.yaml"
    card.write_text(f"capability: {{robot_type: lost}}\nurdf: {json.dumps(urdf)}\n")
    with pytest.raises(ConfigError, match=r"lost\.yaml: urdf: .*no such file; expected one beside"):
        load_robot_card(card)


@pytest.mark.parametrize(("told", "payload"), [("", 3.0), (", payload: 1.8", 1.8)])
def test_a_payload_that_the_card_tells_counts_before_the_resumes(
    tmp_path: Path, told: str, payload: float
) -> None:
    card, resume = tmp_path / "arm.yaml", config_dir() / "robots" / "quadruped.resume.json"
    card.write_text(f"capability: {{robot_type: arm{told}}}\nresume: {resume}\n")
    assert load_robot_card(card).capability.payload == payload


@pytest.mark.parametrize("size", ["radius: 0.0", "height: -1.0"])
def test_a_body_without_size_is_refused_in_one_line(tmp_path: Path, size: str) -> None:
    """Skills and Nav2 keep a robot clear of things by its radius."""
    card = tmp_path / "thin.yaml"
    card.write_text(f"capability: {{robot_type: thin}}\nbody: {{{size}}}\n")
    name, number = size.split(": ")
    with pytest.raises(ConfigError) as refused:
        load_robot_card(card)
    assert str(refused.value) == f"{card}: body.{name}: {float(number):g}; expected metres above 0"


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ("", "arm: 'left'; expected an urdf that has it"),
        ("resume: quadruped.resume.json", "arm: 'left'; expected 'arm'"),
        ("resume: small.resume.json", "arm: 'left'; expected none: there is no arm"),
    ],
)
def test_an_arm_that_is_not_there_is_refused_in_one_line(
    tmp_path: Path, more: str, refused: str
) -> None:
    for resume in ("quadruped.resume.json", "small.resume.json"):
        (tmp_path / resume).write_bytes((config_dir() / "robots" / resume).read_bytes())
    card = tmp_path / "named.yaml"
    card.write_text(f"capability: {{robot_type: named}}\narm: left\n{more}\n")
    with pytest.raises(ConfigError) as error:
        load_robot_card(card)
    assert str(error.value) == f"{card}: {refused}"


def test_a_card_of_one_arm_names_none() -> None:
    assert load_robot_card(config_dir() / "robots" / "quadruped.yaml").arm == ""

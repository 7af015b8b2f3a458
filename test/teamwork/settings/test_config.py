# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bad configuration ends in one line that names file, key and expectation."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.settings.config import (
    ConfigError,
    load_config,
    parse_config,
    read_yaml,
)

GOOD = {"capability": {"robot_type": "test robot", "can_manipulate": True, "payload": 2}}


def test_reads_a_card(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text("capability: {robot_type: test robot, payload: 2.5}\nbody: {radius: 0.3}\n")
    card = load_config(path, RobotCard)
    assert card.capability.payload == 2.5
    assert card.body.radius == 0.3


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({**GOOD, "wings": 2}, ["wings", "capability"]),
        ({"capability": {"robot_type": "x", "payload": "heavy"}}, ["capability.payload", "heavy"]),
        ({}, ["capability"]),
        ([1, 2], ["top level"]),
        (None, ["top level"]),
    ],
)
def test_bad_values_are_named(data: object, expected: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(data, RobotCard, "robot.yaml")
    text = str(caught.value)
    assert text.startswith("robot.yaml: ")
    assert "\n" not in text
    for word in expected:
        assert word in text


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.yaml", "stowed: [0.0, .nan]", "a.yaml: stowed.1: expected a finite number, got nan"),
        (
            "a.yaml",
            "body: {radius: -.inf}",
            "a.yaml: body.radius: expected a finite number, got -inf",
        ),
        ("a.json", '[{"x": Infinity}]', "a.json: 0.x: expected a finite number, got inf"),
        ("a.json", "1e999", "a.json: expected a finite number, got inf"),
    ],
)
def test_numbers_that_are_none_are_named(
    tmp_path: Path, name: str, content: str, said: str
) -> None:
    """A comparison with NaN holds for nothing: who checks a range would let it through."""
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(ConfigError, match=re.escape(said)):
        read_yaml(path)


@pytest.mark.parametrize("content", [None, b"a: [1,", b"\xff\xfe\x00"])
def test_unreadable_files_are_one_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "card.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_config(path, RobotCard)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nested_unknown_keys_are_named() -> None:
    with pytest.raises(ConfigError, match="wheels"):
        parse_config({"capability": {"robot_type": "x", "wheels": 4}}, RobotCard, "robot.yaml")


@dataclass(frozen=True)
class Garage:
    robots: dict[str, RobotCard] = field(default_factory=dict)


def test_keys_of_a_mapping_are_free_but_not_those_of_what_is_in_it() -> None:
    card = {"capability": {"robot_type": "x"}}
    assert parse_config({"robots": {"any": card}}, Garage, "garage.yaml").robots.keys() == {"any"}
    with pytest.raises(ConfigError, match="robots: unknown key 'wheels'"):
        parse_config({"robots": {"any": {**card, "wheels": 4}}}, Garage, "garage.yaml")


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        read_yaml(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    assert "not a regular file" in refusal(pipe)
    assert "not a regular file" in refusal(Path("/dev/zero"))
    assert "Is a directory" in refusal(tmp_path)
    assert "not a file's name" in refusal(tmp_path / "a\0b.yaml")


def test_a_file_of_any_size_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(10_000_000_000)
    assert "larger than" in refusal(path)


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "safety.yaml"
    path.write_text("max_speed: 0.5\nmax_speed: 5.0\n")
    assert refusal(path) == (
        f"{path}: not valid YAML: line 2: the key 'max_speed' stands twice; expected each key once"
    )
    path = tmp_path / "task.json"
    path.write_text('{"seed": 1, "seed": 2}')
    assert "the key 'seed' stands twice" in refusal(path)


def test_what_cannot_be_shown_and_what_is_too_long_is_still_one_short_line(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text("capability: 0x" + "f" * 5000)
    with pytest.raises(ConfigError, match="too large to show"):
        load_config(path, RobotCard)
    path.write_text('"' + "k" * 70_000 + '": 1')
    with pytest.raises(ConfigError) as refused:
        load_config(path, RobotCard)
    assert len(str(refused.value)) < 1100

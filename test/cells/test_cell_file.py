# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files of cells and arms may come from anybody: bad ones get one line."""

from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.cells.arm_file import load_arm_kind
from adhoc_teamwork.cells.cell_file import Cell, check_cell
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config

ARMS = Path(__file__).parents[2] / "config" / "cells" / "arms"
HUNG = {"of": "door", "axis": [0, 0, 1], "range": [0, 1]}
ROPE = {"begin": [0, 0, 0], "end": [1, 0, 0], "links": 9, "radius": 0.01, "mass": 1}
ROBOTS = {"Ann": {"arm": "panda", "at": [0, 0, 0]}}
BOX: dict[str, Any] = {"parts": [{"box": [0.1, 0.1, 0.1]}]}


def read(**given: Any) -> Cell:
    cell = parse_config({"robots": ROBOTS, **given}, Cell, "cell.yaml")
    check_cell(cell, "cell.yaml")
    return cell


def test_a_thing_says_how_wide_it_is_where_a_hand_takes_it() -> None:
    broom = {
        "parts": [
            {"box": [0.03, 0.3, 0.1], "at": [0, 0, 0.05]},
            {"box": [0.03, 0.02, 0.3], "at": [0, 0, 0.25]},
        ],
        "grasp": [0, 0, 0.35],
    }
    thing = read(things={"broom": broom}).things["broom"]
    assert thing.width == pytest.approx(0.02)
    assert thing.top == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"robots": {}}, "robots"),
        ({"robots": {"../x": ROBOTS["Ann"]}}, "name"),
        ({"robots": {"Ann": {"arm": "../../etc/passwd", "at": [0, 0, 0]}}}, "robots.Ann.arm"),
        ({"robots": {"Ann": {"arm": "panda", "at": [0, float("nan"), 0]}}}, "robots.Ann"),
        ({"things": {"Ann": BOX}}, "two are named"),
        ({"things": {"cube": {"parts": []}}}, "things.cube.parts"),
        ({"things": {"cube": {"parts": [{}]}}}, "one of box"),
        ({"things": {"cube": {"parts": [{"box": [1, 1, 1], "sphere": 1}]}}}, "one of box"),
        ({"things": {"cube": {"parts": [{"box": [1, -1, 1]}]}}}, "things.cube.parts.0"),
        ({"things": {"cube": {"parts": [{"sphere": float("inf")}]}}}, "things.cube.parts.0"),
        ({"things": {"cube": {**BOX, "mass": 0}}}, "things.cube.mass"),
        ({"things": {"cube": {**BOX, "friction": -1}}}, "things.cube.friction"),
        ({"things": {"cube": {**BOX, "colour": [0, 0, 2]}}}, "things.cube.colour"),
        ({"things": {"cube": {**BOX, "weight": 1}}}, "weight"),
        (
            {
                "things": {
                    "door": {**BOX, "hinge": {"of": "door", "axis": [0, 0, 1], "range": [0, 1]}}
                }
            },
            "things.door.hinge.of",
        ),
        ({"places": {f"p{n}": {"at": [0, 0, 0]} for n in range(201)}}, "0 to 200"),
        (
            {
                "ropes": {
                    "r": {
                        "begin": [0, 0, 0],
                        "end": [1, 0, 0],
                        "links": 5000,
                        "radius": 0.01,
                        "mass": 1,
                    }
                }
            },
            "ropes.r.links",
        ),
        (
            {
                "ropes": {
                    "r": {
                        "begin": [0, 0, 0],
                        "end": [0, 0, 0],
                        "links": 9,
                        "radius": 0.01,
                        "mass": 1,
                    }
                }
            },
            "ropes.r",
        ),
        ({"places": {"p": {"at": [0, 0, 99]}}}, "places.p"),
    ],
)
def test_a_wrong_cell_gets_one_line_with_its_place(given: dict[str, Any], place: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(**given)
    line = str(caught.value)
    assert line.startswith("cell.yaml: ")
    assert place in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("urdf: ../panda.urdf\nposture: [0]\npayload: 1", "urdf"),
        ("urdf: panda.urdf\nposture: [0]\npayload: 1", "posture"),
        ("urdf: panda.urdf\nposture: [0, 0, 0, 9, 0, 0, 0]\npayload: 1", "posture"),
        ("urdf: panda.urdf\nposture: [0, 0, 0, .nan, 0, 0, 0]\npayload: 1", "posture"),
        ("urdf: panda.urdf\nposture: [0, 0, 0, -1, 0, 1, 0]\npayload: -1", "payload"),
        (
            "urdf: panda.urdf\nposture: [0, 0, 0, -1, 0, 1, 0]\npayload: 1\n"
            "suction: {link: nothing, force: 1}",
            "suction.link",
        ),
    ],
)
def test_a_wrong_kind_of_arm_gets_one_line(tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "panda.urdf").write_bytes((ARMS / "panda.urdf").read_bytes())
    path = tmp_path / "arm.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=place) as caught:
        load_arm_kind(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["panda", "ur5e_gripper", "ur5e_suction"])
def test_our_arms_can_be_read(name: str) -> None:
    kind = load_arm_kind(ARMS / f"{name}.yaml")
    assert len(kind.arm.joints) == (7 if name == "panda" else 6)
    assert (kind.suction is None) is (name != "ur5e_suction")

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume.make import make_resume
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.resume import CameraView, Resume, capability_of, working_arm
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

CONFIG = Path(__file__).parents[3] / "config" / "robots"
CARDS = sorted(file.stem for file in CONFIG.glob("*.yaml") if "urdf:" in file.read_text("utf-8"))


def test_every_robot_that_ships_has_a_card_with_urdf_and_resume() -> None:
    assert {file.stem for file in CONFIG.glob("*.urdf")} == set(CARDS)
    assert {file.name.partition(".")[0] for file in CONFIG.glob("*.resume.json")} == set(CARDS)
    assert len(CARDS) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_cards_numbers_are_those_of_their_urdfs(name: str, quadruped: Resume) -> None:
    card = load_config(CONFIG / f"{name}.yaml", RobotCard)
    own = load_robot(CONFIG / card.urdf)
    made = quadruped if name == "quadruped" else make_resume(own)
    told = capability_of(made, card.capability, working_arm(made))
    # What a card says itself is what the resume says, where that says it, too.
    said = yaml.safe_load((CONFIG / f"{name}.yaml").read_text(encoding="utf-8"))["capability"]
    assert {key: getattr(told, key) for key in said} == said
    assert told == load_robot_card(CONFIG / f"{name}.yaml").capability
    kept = load_config(CONFIG / card.resume, Resume)
    assert replace(kept, arms=()) == replace(made, arms=())
    for one, other in zip(kept.arms, made.arms, strict=True):
        assert replace(one, bands=(), hull=()) == replace(other, bands=(), hull=())
        assert [b.farthest for b in one.bands] == pytest.approx(
            [b.farthest for b in other.bands], abs=0.01
        )
    assert made.mobility.radius == pytest.approx(card.body.radius, abs=0.02)


def test_a_card_takes_what_its_resume_says(tmp_path: Path) -> None:
    text = (CONFIG / "quadruped.yaml").read_text(encoding="utf-8")
    card = tmp_path / "card.yaml"
    card.write_text(text.replace("reach: 0.8", "reach: 50.0"), encoding="utf-8")
    for name in ("quadruped.resume.json", "quadruped.urdf"):
        (tmp_path / name).write_bytes((CONFIG / name).read_bytes())
    capability = load_robot_card(card).capability
    assert capability.reach < 1.0
    assert capability.robot_type == "quadruped robot with an arm"


def test_a_resume_that_is_missing_is_said(tmp_path: Path) -> None:
    card = tmp_path / "card.yaml"
    card.write_text("capability: {robot_type: x}\nresume: gone.json\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"gone\.json.*expected a readable file"):
        load_robot_card(card)


def test_a_robot_without_an_arm_announces_none() -> None:
    card = load_config(CONFIG / "small.yaml", RobotCard)
    resume = load_config(CONFIG / "small.resume.json", Resume)
    boasting = replace(card.capability, can_manipulate=True, reach=2.0, payload=9.0)
    told = capability_of(resume, boasting, working_arm(resume))
    assert (told.can_manipulate, told.reach, told.payload) == (False, 0.0, 0.0)
    assert isinstance(told, Capability)


def camera(name: str, yaw: float, height: float, fov: float | None, reach: float) -> CameraView:
    """Return the view of a camera that looks `yaw` to the left, radians."""
    return CameraView(
        name, height, height, height, 0.0, 0.0, yaw, 0.1, 0.0, 0.0, fov, fov, reach, ()
    )


def test_the_camera_that_looks_ahead_is_announced_as_far_as_it_is_known() -> None:
    resume = load_config(CONFIG / "small.resume.json", Resume)
    otherwise = Capability("x", camera_range=4.0)
    rear, front = camera("rear", 3.1, 0.2, 1.5, 3.0), camera("front", 0.2, 0.9, 1.0, 100.0)
    told = capability_of(replace(resume, cameras=(rear, front)), otherwise, None)
    assert (told.camera_height, told.horizontal_fov) == (0.9, 1.0)
    assert told.camera_range == 10.0, "an URDF's range may be the end of what a simulator draws"
    named = replace(front, name="named", horizontal_fov=None, vertical_fov=None, range=None)
    told = capability_of(replace(resume, cameras=(rear, named)), otherwise, None)
    assert (told.camera_height, told.camera_pitch, told.camera_range) == (0.9, 0.1, 4.0)
    assert told.horizontal_fov == otherwise.horizontal_fov
    far = replace(otherwise, camera_range=15.0)
    assert capability_of(replace(resume, cameras=(named,)), far, None).camera_range == 15.0
    told = capability_of(replace(resume, cameras=(rear,)), otherwise, None)
    assert told.camera_height == otherwise.camera_height


@pytest.mark.parametrize(("said", "sees"), [("", False), (", camera_height: 0.7", True)])
def test_a_robot_of_which_nobody_tells_a_camera_has_none(
    tmp_path: Path, said: str, sees: bool
) -> None:
    """A platform without a camera was said to have one 1 m high, and found things by it."""
    resume = json.loads((CONFIG / "small.resume.json").read_text(encoding="utf-8"))
    (tmp_path / "blind.json").write_text(json.dumps({**resume, "cameras": []}), encoding="utf-8")
    card = tmp_path / "card.yaml"
    card.write_text(f"capability: {{robot_type: x{said}}}\nresume: blind.json\n")
    assert load_robot_card(card).capability.has_camera is sees

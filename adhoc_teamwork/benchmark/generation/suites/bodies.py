# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bodies of the step world, worked out of robots' resumes (EMOS, 3.3 and 4.1).

All bodies of the step world are upright cylinders of one radius. So an arm's reach is told so that
it goes as far beyond the body's edge as the arm of the resume does beyond its own, height by
height; and it works at the heights at which that one gets well past the edge.
"""

import math
from dataclasses import dataclass
from functools import cache

from adhoc_teamwork.simulation.lattice.config import StepConfig
from adhoc_teamwork.simulation.lattice.robots import StepBody
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.embodiment import reach_at
from adhoc_teamwork.teamwork.bodies.resume import CameraView, Resume, told_bands
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.settings.config import load_config
from adhoc_teamwork.teamwork.settings.places import config_dir

CARDS = ("wheels_and_arm", "wheels_and_telescope", "legs_and_arm", "rotors")
"""The cards of config/robots that the suite is made of."""
ANY_STEP = 10.0
"""Told for a body that gets over any step, metres."""
_PAST = 0.3
"""Metres beyond its edge to which a body gets at the heights at which it works: past the front of
what it stands at."""
_SLACK = math.radians(0.5)


@dataclass(frozen=True)
class BodyCard:
    """Hold what a robot of the step world is: metres above the floor, kilograms."""

    body: StepBody
    camera: float
    highest: float
    payload: float


@cache
def body_cards() -> tuple[BodyCard, ...]:
    """Return the bodies of the suite, in the order of `CARDS`.

    Raises:
        ConfigError: A card or a resume is missing, or something in it is wrong.
    """
    robots = config_dir() / "robots"
    cards = [load_config(robots / f"{name}.yaml", RobotCard) for name in CARDS]
    return tuple(
        body_card(card.capability.robot_type, load_config(robots / card.resume, Resume))
        for card in cards
    )


def body_card(kind: str, resume: Resume) -> BodyCard:
    """Return a body by its resume; `kind` names its sort for people and decides nothing."""
    moves, config = resume.mobility, StepConfig()
    edge = moves.radius - config.body_radius
    heights = sorted(
        {
            band.height
            for arm in resume.arms
            for band in arm.bands
            if band.farthest >= moves.radius + _PAST
        }
    )
    bands = tuple(Band(height, 0.0, reach_at(resume, height) - edge) for height in heights)
    camera = resume.cameras[0] if resume.cameras else None
    payloads = [arm.payload for arm in resume.arms if arm.payload is not None]
    return BodyCard(
        StepBody(
            kind,
            moves.kind,
            min(moves.highest_step, ANY_STEP),
            round(min((band.farthest for band in bands), default=0.0), 2),
            round(min(heights, default=0.0), 2),
            _pitches(camera, config) if camera else (),
            2.0 * config.body_radius,
            moves.height,
            told_bands(bands),
        ),
        round(camera.height, 2) if camera else 0.0,
        round(max(heights, default=0.0), 2),
        max(payloads, default=0.0) if heights else 0.0,
    )


def _pitches(camera: CameraView, config: StepConfig) -> tuple[int, ...]:
    """Return to which of the step world's angles a camera turns; the nearest where to none."""
    highest, lowest = camera.pitch - camera.pitch_up, camera.pitch + camera.pitch_down
    found = tuple(
        pitch
        for pitch in config.pitches
        if highest - _SLACK <= math.radians(pitch) <= lowest + _SLACK
    )
    return found or (min(config.pitches, key=lambda p: abs(math.radians(p) - camera.pitch)),)

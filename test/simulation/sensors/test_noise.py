# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Noise of simulated sensors: what it changes, how much, and that a seed fixes it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.sensors.noise import Drift, NoisyPictures
from adhoc_teamwork.simulation.sensors.sensors import Frame, InstanceLabel
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.tasks.scenario import Scenario
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config
from adhoc_teamwork.teamwork.settings.sensor_noise import (
    DEFAULT_NOISE,
    PERFECT,
    SensorNoise,
    noise_of,
)
from adhoc_teamwork.teamwork.team.task import Task

LABELS = [
    InstanceLabel(1, "Mug", True, False),
    InstanceLabel(2, "Mug", True, False),
    InstanceLabel(3, "Table", False, True),
]


def picture(depth: float = 3.0) -> Frame:
    """Return a mug before a table before nothing."""
    masks = np.zeros((60, 80), np.uint16)
    masks[20:50, 10:70], masks[25:35, 20:30] = 3, 1
    distance = np.where(masks == 3, depth, np.where(masks == 1, depth - 1.0, np.inf))
    return Frame(distance.astype(np.float32), masks, np.zeros((60, 80, 3), np.uint8))


def noisy(noise: SensorNoise, seed: int = 0) -> NoisyPictures:
    return NoisyPictures(noise, LABELS, np.random.default_rng(seed))


def test_perfect_sensors_change_nothing() -> None:
    taken = picture()
    assert noisy(PERFECT).spoil(taken) is taken


def test_depth_errs_more_from_afar() -> None:
    noise = SensorNoise(depth=0.001, depth_growth=0.002)
    for depth, expected in ((1.0, 0.0017), (4.0, 0.0269)):
        taken = picture(depth)
        spoilt = noisy(noise).spoil(taken)
        table = taken.instances == 3
        error = spoilt.depth[table] - taken.depth[table]
        assert float(error.std()) == pytest.approx(expected, rel=0.1)
        assert np.array_equal(np.isinf(spoilt.depth), np.isinf(taken.depth))


def test_dropouts_have_no_depth() -> None:
    spoilt = noisy(SensorNoise(dropout=0.1)).spoil(picture())
    assert float(np.isnan(spoilt.depth).mean()) == pytest.approx(0.1, abs=0.02)


def test_flying_pixels_hang_only_between_both_sides_of_an_edge() -> None:
    taken = picture()
    spoilt = noisy(SensorNoise(flying=1.0)).spoil(taken).depth
    changed = spoilt != taken.depth
    edge = np.zeros_like(changed)
    edge[24:36, 19:31] = True
    edge[26:34, 21:29] = False
    assert changed.sum() > 20
    assert not changed[~edge].any()
    assert ((spoilt[changed] >= 2.0) & (spoilt[changed] <= 3.0)).all()


def test_masks_are_missing_or_another_class_as_often_as_told() -> None:
    source = noisy(SensorNoise(mask_missing=0.2, mask_wrong=0.1))
    taken = picture()
    shown = [int(source.spoil(taken).instances[30, 25]) for _ in range(600)]
    assert shown.count(0) / 600 == pytest.approx(0.2, abs=0.05)
    wrong = [instance for instance in shown if instance not in (0, 1)]
    assert len(wrong) / 600 == pytest.approx(0.1, abs=0.04)
    assert {source.wrong[instance].category for instance in wrong} == {"Table"}
    assert not {label.instance for label in LABELS} & set(source.wrong)


def test_the_same_seed_spoils_in_the_same_way() -> None:
    one, other = (noisy(DEFAULT_NOISE, 4).spoil(picture()) for _ in range(2))
    assert np.array_equal(one.depth, other.depth, equal_nan=True)
    assert not np.array_equal(one.depth, noisy(DEFAULT_NOISE, 5).spoil(picture()).depth)


def test_drift_is_a_share_of_the_way_and_ends_with_a_fix() -> None:
    noise = SensorNoise(drift=0.02, drift_fix=5.0)
    drift = Drift(noise, np.random.default_rng(1))
    errors = []
    for step in range(99):
        pose = Pose(0.1 * step, 1.0)
        believed = drift.move(pose)
        errors.append(np.hypot(believed.x - pose.x, believed.y - pose.y))
    assert 0.07 < errors[48] <= 0.02 * 4.81
    assert max(errors) <= 0.1
    assert errors[51] < 0.01


def test_what_a_drifting_robot_means_is_where_it_saw_it() -> None:
    drift = Drift(SensorNoise(drift=0.1, drift_turn=0.05), np.random.default_rng(2))
    for step in range(20):
        drift.move(Pose(0.1 * step, 0.0, 0.3))
    actual = drift.actual(drift.here)
    assert (actual.x, actual.y, actual.yaw) == pytest.approx((1.9, 0.0, 0.3))
    ahead = drift.here.transform(2.0, 0.5)
    meant, true = drift.actual(Pose(ahead.x, ahead.y)), Pose(1.9, 0.0, 0.3).transform(2.0, 0.5)
    assert (meant.x, meant.y) == pytest.approx((true.x, true.y))


def scenario(noise: object) -> Scenario:
    data = {"house": "h", "robots": [], "misplaced": [], "noise": noise}
    return parse_config(data, Scenario, "a.yaml")


def test_a_scenario_names_its_noise_or_gives_values() -> None:
    assert noise_of(scenario("default").noise) == DEFAULT_NOISE
    assert noise_of(scenario("none").noise) == PERFECT
    assert noise_of(scenario({"dropout": 0.5}).noise) == replace(PERFECT, dropout=0.5)


@pytest.mark.parametrize(
    ("noise", "key"),
    [({"fog": 1.0}, "fog"), ({"dropout": 1.5}, "dropout"), ({"drift": -1}, "drift"), ("bad", "no")],
)
def test_wrong_noise_is_refused_in_one_line(noise: object, key: str) -> None:
    with pytest.raises(ConfigError, match=key) as caught:
        scenario(noise)
    assert "\n" not in str(caught.value)
    assert str(Path("a.yaml")) in str(caught.value)


def test_each_robot_of_a_task_has_noise_of_its_own(
    small_house: House, small_task: Task, cards: dict[str, RobotCard]
) -> None:
    noisy_task = replace(small_task, noise=DEFAULT_NOISE)

    def drawn(name: str) -> tuple[float, float]:
        _, drift = Simulator(small_house, noisy_task, cards).noise_of(name)
        drift.move(Pose(1.0, 1.0))
        here = drift.move(Pose(3.0, 1.0))
        return here.x, here.y

    one, other = (entry.name for entry in small_task.robots[:2])
    assert drawn(one) == drawn(one)
    assert drawn(one) != drawn(other)
    pictures, drift = Simulator(small_house, small_task, cards).noise_of(one)
    assert pictures.noise == PERFECT
    assert drift.move(Pose(1.0, 2.0, 0.5)) == Pose(1.0, 2.0, 0.5)

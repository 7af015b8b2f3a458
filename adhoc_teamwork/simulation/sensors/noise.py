# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make perfect pictures and poses as imperfect as a robot's (see `teamwork.sensor_noise`)."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.sensors.ray_scene import BACKGROUND
from adhoc_teamwork.simulation.sensors.sensors import Frame, InstanceLabel
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.settings.sensor_noise import PERFECT, SensorNoise

_NEAREST = 0.4
"""Depth from which on the error grows, metres."""
_JUMP = 0.08
"""Neighbours that are farther apart than this share of their depth lie on two surfaces."""
_FADING = 0.2
"""Share of a drift's direction that changes with each metre."""


class NoisyPictures:
    """Spoil the pictures of one robot; the same seed spoils the same pictures in the same way.

    A mask that is wrong for one frame carries an id that stands for another class of the house, and
    for no thing in it: `labels` names these ids.
    """

    def __init__(
        self, noise: SensorNoise, labels: Iterable[InstanceLabel], rng: np.random.Generator
    ) -> None:
        self.noise = noise
        self._rng = rng
        self._category = {label.instance: label.category for label in labels}
        by_category = {label.category: label for label in labels}
        first = max(self._category, default=BACKGROUND) + 1
        labels_of_wrong = (
            replace(by_category[category], instance=first + number, closed=None, states=())
            for number, category in enumerate(sorted(by_category))
        )
        self.wrong = {label.instance: label for label in labels_of_wrong}
        """What the ids of wrong masks stand for."""

    def spoil(self, picture: Frame) -> Frame:
        """Return a picture with noise in depth and masks; the one given stays as it is."""
        if self.noise == PERFECT:
            return picture
        return replace(
            picture,
            depth=self._spoil_depth(picture.depth),
            instances=self._spoil_masks(picture.instances),
        )

    def _spoil_depth(self, depth: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return depth with errors that grow with distance, flying pixels and NaN for dropouts."""
        noise, rng = self.noise, self._rng
        spoilt = depth.copy()
        if noise.flying > 0.0:
            self._let_fly(spoilt)
        if noise.depth > 0.0 or noise.depth_growth > 0.0:
            beyond = np.maximum(np.where(np.isfinite(spoilt), spoilt, 0.0) - _NEAREST, 0.0)
            sigma = (noise.depth + noise.depth_growth * beyond * beyond).astype(np.float32)
            spoilt += sigma * rng.standard_normal(depth.shape, np.float32)
        if noise.dropout > 0.0:
            spoilt[rng.random(depth.shape, np.float32) < noise.dropout] = np.nan
        return spoilt

    def _let_fly(self, depth: NDArray[np.float32]) -> None:
        """Put some of the pixels beside a jump anywhere between its two sides."""
        for here, there in ((depth[:, :-1], depth[:, 1:]), (depth[:-1], depth[1:])):
            with np.errstate(invalid="ignore"):
                jump = np.isfinite(here) & np.isfinite(there)
                jump &= np.abs(here - there) > _JUMP * np.minimum(here, there)
            rows, columns = np.nonzero(jump)
            chosen = self._rng.random(len(rows)) < self.noise.flying
            rows, columns = rows[chosen], columns[chosen]
            share = self._rng.random(len(rows)).astype(np.float32)
            here[rows, columns] += share * (there[rows, columns] - here[rows, columns])

    def _spoil_masks(self, instances: NDArray[np.uint16]) -> NDArray[np.uint16]:
        noise = self.noise
        if noise.mask_missing <= 0.0 and noise.mask_wrong <= 0.0:
            return instances
        shown = np.flatnonzero(np.bincount(instances.reshape(-1)))
        becomes = np.arange(int(shown[-1]) + 1 if len(shown) else 1, dtype=np.uint16)
        free = list(self.wrong.values())
        for instance in shown[shown != BACKGROUND].tolist():
            chance = self._rng.random()
            if chance < noise.mask_missing:
                becomes[instance] = BACKGROUND
            elif chance < noise.mask_missing + noise.mask_wrong:
                others = [w for w in free if w.category != self._category.get(instance)]
                if others:
                    wrong = others[int(self._rng.integers(len(others)))]
                    free.remove(wrong)
                    becomes[instance] = wrong.instance
        return becomes[instances]


class Drift:
    """Follow where a robot believes to be while it travels; without drift, where it is.

    Its motion is right in its own frame but for the noise, and is added up along the heading that
    it believes to have, as odometry does.
    """

    def __init__(self, noise: SensorNoise, rng: np.random.Generator) -> None:
        self._noise = noise
        self._rng = rng
        self._true: Pose | None = None
        self.here = Pose(0.0, 0.0)
        """Where the robot believes to be."""
        self._fix(self.here)

    def move(self, pose: Pose) -> Pose:
        """Return where the robot believes to be, now that it is at a pose; call it in order."""
        if self._noise.drift > 0.0 or self._noise.drift_turn > 0.0:
            self._travel(self._true or pose, pose)
        else:
            self.here = pose
        self._true = pose
        return self.here

    def actual(self, pose: Pose) -> Pose:
        """Return where in the house a pose is that the robot means, as it believes to stand."""
        true = self._true or self.here
        turn = self.here.yaw - true.yaw
        meant = Pose(true.x, true.y, -turn).transform(pose.x - self.here.x, pose.y - self.here.y)
        return Pose(meant.x, meant.y, normalize_angle(pose.yaw - turn))

    def _travel(self, last: Pose, pose: Pose) -> None:
        noise, way = self._noise, math.hypot(pose.x - last.x, pose.y - last.y)
        self._since_fix += way
        if self._true is None or (noise.drift_fix > 0.0 and self._since_fix >= noise.drift_fix):
            self._fix(pose)
            return
        turn = self.here.yaw - last.yaw
        self._course += _FADING * way * float(self._rng.standard_normal())
        rotated = Pose(self.here.x, self.here.y, turn).transform(pose.x - last.x, pose.y - last.y)
        self.here = Pose(
            rotated.x + noise.drift * way * math.cos(self._course),
            rotated.y + noise.drift * way * math.sin(self._course),
            normalize_angle(pose.yaw + turn + noise.drift_turn * way * self._side),
        )

    def _fix(self, pose: Pose) -> None:
        """Believe the truth, and draw a direction in which the error will grow."""
        self.here, self._since_fix = pose, 0.0
        self._course = float(self._rng.uniform(-math.pi, math.pi))
        self._side = float(self._rng.choice((-1.0, 1.0)))

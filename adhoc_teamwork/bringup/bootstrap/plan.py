# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Decide which stages of the set-up are still to be done, and do them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.interfaces import (
    build_interfaces,
    interface_files,
    packages_to_build,
)
from adhoc_teamwork.bringup.bootstrap.layout import WHEELS, Layout, remove
from adhoc_teamwork.bringup.bootstrap.lock import change, set_up_lock, use
from adhoc_teamwork.bringup.bootstrap.machines import (
    refuse_beside_ros,
    refuse_for_wheels,
    this_machine,
)
from adhoc_teamwork.bringup.bootstrap.ownership import claim, refuse_foreign
from adhoc_teamwork.bringup.bootstrap.sourced_ros import (
    SourcedRos,
    find_sourced_ros,
    python_with_rclpy,
)
from adhoc_teamwork.bringup.bootstrap.stamps import SetUpStage, digest
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError, StepRunner
from adhoc_teamwork.bringup.bootstrap.system_packages import provide_system_packages, system_needs
from adhoc_teamwork.bringup.bootstrap.virtualenv import add_packages, base_python, make_environment

SCHEME = "1"
"""Raised when the set-up itself changes so that finished environments have to be made anew."""


_SIGNS = "'\"`$\\;:"


@dataclass(frozen=True)
class SetUp:
    """Bring one environment to completion.

    Attributes:
        layout: Where the environment lies.
        ros: The sourced ROS 2 beside which it stands, or None for the wheels.
    """

    layout: Layout
    ros: SourcedRos | None

    def is_done(self, dev: bool, ray: bool = False) -> bool:
        """Tell whether nothing is left to do, also of what `complete` adds."""
        stages = [self._environment(), self._interfaces()]
        stages += [stage for stage, _, is_wanted in self._additions(dev, ray) if is_wanted]
        return all(stage.is_done() for stage in stages)

    def complete(self, dev: bool, again: bool = False, ray: bool = False) -> None:
        """Do what is left to do, one process at a time.

        Args:
            dev: Also install what the checks and tests need.
            again: Begin from nothing.
            ray: Also install Ray, with which the benchmark runs on several machines.

        Raises:
            SetUpError: Something has to be done by a person, or a step failed; commands that run
                use the environment, or it is another clone's.
        """
        refuse_foreign(self.layout)
        with set_up_lock(self.layout.state / "lock") as lock:
            refuse_foreign(self.layout)
            if self.is_done(dev, ray) and not again:
                return
            claim(self.layout)
            with change(self.layout.base):
                if again:
                    _empty(self.layout)
                self._complete(dev, ray, StepRunner(self.layout.logs, lock))

    def hold(self, dev: bool, ray: bool = False) -> int | None:
        """Hold the finished environment, so that no set-up changes it under who uses it.

        Returns:
            A file descriptor; it holds while it is open, also after this process has become
            another program. None where something is left to do.
        """
        if not self.is_done(dev, ray):
            return None
        descriptor = use(self.layout.base)
        if descriptor is not None and not self.is_done(dev, ray):
            os.close(descriptor)
            return None
        return descriptor

    def _complete(self, dev: bool, ray: bool, runner: StepRunner) -> None:
        python = self._python()
        provide_system_packages(runner, system_needs(python))
        added = [stage for stage, _, _ in self._additions(dev, ray)]
        # An addition that was cut short may have damaged shared packages.
        if not self._environment().is_done() or any(stage.was_cut_short() for stage in added):
            # What was added to the old one is not in the new one.
            for stage in added:
                stage.doubt()
            make_environment(self.layout, self._environment(python), runner, python)
            for stage in added:
                stage.forget_mark()
        if not self._interfaces().is_done():
            packages = packages_to_build(self.layout.root, self.ros)
            build_interfaces(self.layout, self._interfaces(), runner, packages)
        for stage, requirements, is_wanted in self._additions(dev, ray):
            if is_wanted and not stage.is_done():
                add_packages(self.layout, stage, runner, requirements)

    def _python(self) -> Path:
        """Return the Python on which the environment is to stand."""
        _refuse_signs(self.layout.root)
        if self.ros is None:
            refuse_for_wheels(this_machine(base_python()))
            return base_python()
        _refuse_letters(self.layout.root)
        python = python_with_rclpy(os.environ)
        if python is None:
            raise SetUpError(
                f"ROS 2 {self.ros.distribution} is sourced but no Python here imports rclpy; "
                "install its ros-base packages, or set ADHOC_ROS=wheels to do without it",
                exit_code=2,
            )
        refuse_beside_ros(this_machine(python))
        return python

    def _environment(self, python: Path | None = None) -> SetUpStage:
        """Return the stage of the environment that stands on `python`, or on what it has now."""
        on = python or self.layout.python
        # What it really is changes with the system's Python; a link into nothing never matches.
        identity = os.path.realpath(on) if on.exists() else "none"
        parts: list[str | Path] = [SCHEME, str(self.layout.root), identity]
        parts += [self.layout.backend_requirements, self.layout.requirements]
        return SetUpStage(self.layout.stamps, "environment", digest(parts))

    def _interfaces(self) -> SetUpStage:
        packages = packages_to_build(self.layout.root, self.ros)
        parts = [self._environment().wanted, *interface_files(packages)]
        return SetUpStage(self.layout.stamps, "interfaces", digest(parts))

    def _additions(self, dev: bool, ray: bool) -> list[tuple[SetUpStage, Path, bool]]:
        """Return what may be added to an environment: stage, pins, and whether it is wanted."""
        named = {
            "dev": (self.layout.dev_requirements, dev),
            "ray": (self.layout.ray_requirements, ray),
        }
        below = self._environment().wanted
        return [
            (SetUpStage(self.layout.stamps, name, digest([below, pins])), pins, is_wanted)
            for name, (pins, is_wanted) in named.items()
        ]


def choose_set_up(root: Path, env: Mapping[str, str]) -> SetUp:
    """Return the set-up that fits this terminal: beside a sourced ROS 2, or the wheels."""
    ros = find_sourced_ros(env)
    flavour = WHEELS if ros is None else f"sourced-{ros.distribution}"
    return SetUp(Layout(root, flavour), ros)


def _empty(layout: Layout) -> None:
    """Remove all of an environment but its folder, which is what its users hold, and its owner."""
    remove(*(path for path in layout.base.iterdir() if path != layout.owner))


def _refuse_signs(root: Path) -> None:
    # ament writes a prefix into Python between ' as it is, pip one into sh between ", CMake lists
    # are taken apart at ;, and variables of paths at :.
    sign = next((sign for sign in str(root) if sign in _SIGNS), None)
    if sign is not None:
        raise SetUpError(
            f"{root}: {sign} in the path of the clone, which tools of ROS 2 misread; "
            "move the clone to a path of letters, digits, spaces and plain signs",
            exit_code=2,
        )


def _refuse_letters(root: Path) -> None:
    # Its own CMake files cannot be repaired as those of the wheels are (virtualenv.py).
    if not str(root).isascii():
        raise SetUpError(
            f"{root}: the CMake files of a sourced ROS 2 read paths as ASCII; move the clone to a "
            "path of ASCII letters, or set ADHOC_ROS=wheels",
            exit_code=2,
        )

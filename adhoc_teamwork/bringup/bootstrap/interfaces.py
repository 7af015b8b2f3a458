# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Build the interface packages that nothing installed provides."""

import os
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.environment import child_environment
from adhoc_teamwork.bringup.bootstrap.layout import Layout, remove
from adhoc_teamwork.bringup.bootstrap.sourced_ros import SourcedRos
from adhoc_teamwork.bringup.bootstrap.stamps import SetUpStage
from adhoc_teamwork.bringup.bootstrap.steps import StepRunner

_OURS = "adhoc_interfaces"
_OTHERS = "embedded_interfaces"


def packages_to_build(root: Path, ros: SourcedRos | None) -> tuple[Path, ...]:
    """Return the folders of the interface packages to build.

    Ours is always built; the few of others that PyPI lacks only where none is installed.
    """
    others = sorted(p.parent for p in (root / _OTHERS).glob("*/package.xml"))
    return (root / _OURS, *(p for p in others if ros is None or not ros.has(p.name)))


def interface_files(packages: tuple[Path, ...]) -> list[str | Path]:
    """Return names and files from which the packages are made, for a digest."""
    parts: list[str | Path] = []
    for package in packages:
        for path in sorted(p for p in package.rglob("*") if p.is_file()):
            parts += [f"{package.name}/{path.relative_to(package)}", path]
    return parts


def build_interfaces(
    layout: Layout, stage: SetUpStage, runner: StepRunner, packages: tuple[Path, ...]
) -> None:
    """Build the packages anew with colcon.

    Raises:
        SetUpError: The build failed.
    """
    with stage.under_way():
        remove(layout.build, layout.interfaces)
        layout.base.mkdir(parents=True, exist_ok=True)
        (layout.state / "COLCON_IGNORE").touch()
        env = child_environment(layout, os.environ)
        # Generators are scripts that import what lies beside them.
        env.pop("PYTHONSAFEPATH", None)
        # Six generators read each file: see what lies there.
        once = layout.root / _OTHERS / "parse_once"
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(once), env.get("PYTHONPATH", ""))))
        env["ADHOC_PARSED"] = str(layout.build / "parsed")
        # Without it colcon has ninja wait while the machine is busy with anything else.
        env.setdefault("MAKEFLAGS", f"-j{os.cpu_count() or 1}")
        names = ", ".join(package.name for package in packages)
        runner.run("interfaces", f"building {names}", _colcon(layout, packages), env)
        # The next build begins anew.
        remove(layout.build)


def _colcon(layout: Layout, packages: tuple[Path, ...]) -> list[str | Path]:
    # Nodes started from here are Python's: support of C++ would be half of the work.
    cmake = ["-G", "Ninja", f"-DPython3_EXECUTABLE={layout.python}", "-DWITHOUT_CPP=ON"]
    cmake.append(f"-DCMAKE_PROJECT_INCLUDE={layout.root / _OTHERS / 'together.cmake'}")
    return [
        layout.venv / "bin" / "colcon",
        "--log-base",
        layout.logs / "colcon",
        "build",
        "--base-paths",
        *packages,
        "--build-base",
        layout.build,
        "--install-base",
        layout.interfaces,
        "--merge-install",
        "--event-handlers",
        "console_cohesion+",
        "--cmake-args",
        *cmake,
        "-DBUILD_TESTING=OFF",
        "-DCMAKE_BUILD_TYPE=None",
    ]

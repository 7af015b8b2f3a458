# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the virtual environment: pinned packages without what is unused, CMake files repaired."""

import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.layout import Layout, remove
from adhoc_teamwork.bringup.bootstrap.stamps import SetUpStage
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError, StepRunner

_INSTALLING = "Installing collected packages"
"""What pip prints when everything is downloaded and it begins to change the environment."""

_UNUSED = (
    "open3d/open3d_*_ops.so",
    "open3d/resources",
    *(f"{package}/**/tests" for package in ("matplotlib", "networkx", "scipy")),
)
"""Open3D's operators for TensorFlow and Torch and what its windows show, and tests: 100 MB."""


def base_python() -> Path:
    """Return the Python outside any virtual environment that runs this."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def make_environment(layout: Layout, stage: SetUpStage, runner: StepRunner, python: Path) -> None:
    """Make the environment anew: virtual environment, packages, repaired CMake files.

    Args:
        layout: Where it goes.
        stage: Followed while this goes on.
        runner: Runs the commands.
        python: The Python on which it stands.

    Raises:
        SetUpError: A command failed.
    """
    with stage.under_way():
        remove(layout.venv)
        layout.base.mkdir(parents=True, exist_ok=True)
        runner.run(
            "venv", "making the virtual environment", _venv(layout, python), _clean(os.environ)
        )
        install_packages(layout, runner, "packages-backend", layout.backend_requirements)
        install_packages(layout, runner, "packages", layout.requirements)
        leave_out_unused(layout.site_packages())
        if not layout.sourced:
            repair_cmake_files(layout.venv, _numpy_headers(layout))


def add_packages(layout: Layout, stage: SetUpStage, runner: StepRunner, requirements: Path) -> None:
    """Add more pinned packages to a finished environment.

    Raises:
        SetUpError: pip failed. If it had not begun to change the environment, the environment
            is as good as before.
    """
    name = f"packages-{requirements.stem}"
    try:
        with stage.under_way():
            install_packages(layout, runner, name, requirements)
    except SetUpError:
        logs = runner.logs.glob(f"{name}-[0-9].log")
        texts = (log.read_text(encoding="utf-8", errors="replace") for log in logs)
        if not any(_INSTALLING in text for text in texts):
            stage.forget_mark()
        raise


def install_packages(layout: Layout, runner: StepRunner, name: str, requirements: Path) -> None:
    """Install pinned packages, checking the hash of each.

    The files of pins are complete, so pip need not look for dependencies; beside a sourced ROS 2
    that also keeps its NumPy. EmPy alone has no wheel: it is built with the pinned backend.

    Raises:
        SetUpError: pip failed.
    """
    pip: list[str | Path] = [
        layout.python,
        "-m",
        "pip",
        "install",
        "--no-input",
        "--disable-pip-version-check",
    ]
    checks = ["--no-deps", "--no-compile", "--require-hashes", "--no-build-isolation"]
    kinds = ["--only-binary", ":all:", "--no-binary", "empy"]
    # What the system has beside a sourced ROS 2 may change or go: the pins are installed anyway.
    whole = ["--ignore-installed"] if layout.sourced else []
    command = [*pip, *checks, *kinds, *whole, "-r"]
    commands = {part.stem: [*command, part] for part in parts_of(layout, name, requirements)}
    what = f"installing packages ({requirements.name})"
    runner.run_beside(commands, what, _clean(os.environ))


def parts_of(layout: Layout, name: str, requirements: Path) -> list[Path]:
    """Write each second package of a file of pins to a file of its own, for a pip of its own.

    pip takes one package after the other; two beside each other take half of the time. All pins of
    a package stay together. What builds packages is there already: neither may write it anew while
    the other builds.

    Returns:
        The two files, among the logs.
    """
    builders = set()
    if requirements != layout.backend_requirements:
        builders = {_package(pin) for pin in _pins(layout.backend_requirements)}
    pins = [pin for pin in _pins(requirements) if _package(pin) not in builders]
    packages = list(dict.fromkeys(map(_package, pins)))
    layout.logs.mkdir(parents=True, exist_ok=True)
    parts = []
    for number, half in enumerate((set(packages[::2]), set(packages[1::2])), start=1):
        parts.append(layout.logs / f"{name}-{number}.txt")
        lines = (f"{pin}\n" for pin in pins if _package(pin) in half)
        parts[-1].write_text("".join(lines), encoding="utf-8")
    return parts


def _pins(requirements: Path) -> list[str]:
    """Return the pins of a file, each with its hashes in one line."""
    return requirements.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()


def _package(pin: str) -> str:
    return pin.partition("==")[0]


def leave_out_unused(folders: Iterable[Path]) -> None:
    """Remove from folders of installed packages what is large and nothing here loads."""
    for folder in folders:
        for pattern in _UNUSED:
            remove(*folder.glob(pattern))


def _venv(layout: Layout, python: Path) -> list[str | Path]:
    options = ["--system-site-packages"] if layout.sourced else []
    return [python, "-m", "venv", *options, layout.venv]


def _clean(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which pip sees only what it installs."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "PIP_REQUIRE_VIRTUALENV", "PIP_USER"}
    return {name: value for name, value in env.items() if name not in hidden}


def _numpy_headers(layout: Layout) -> Path:
    for folder in layout.site_packages():
        for core in ("_core", "core"):
            headers = folder / "numpy" / core / "include"
            if headers.is_dir():
                return headers
    raise SetUpError(f"no NumPy headers in {layout.venv}; remove {layout.base} and run this again")


_BUILD_MACHINE = r"/opt/python/cp3\d+-cp3\d+"
_NUMPY = re.compile(rf"{_BUILD_MACHINE}/lib/python3\.\d+/site-packages/numpy/_?core/include")
_PYTHON = re.compile(rf"{_BUILD_MACHINE}/include/python3\.\d+")

_READING = re.compile(r'(file\(STRINGS "\$\{idl_output\}" idl_tuples)\)')
"""How a list of paths is read: without an encoding, letters beyond ASCII end a path."""


def repair_cmake_files(prefix: Path, numpy_include: Path) -> int:
    """Point CMake files at this machine's headers, and have them read paths in any letters.

    Args:
        prefix: The virtual environment, into which the wheels put their ``share``.
        numpy_include: The folder with NumPy's headers.

    Returns:
        The number of files changed; repeating it changes none.
    """
    changed = 0
    for path in prefix.glob("share/**/*.cmake"):
        text = path.read_text(encoding="utf-8")
        repaired = _PYTHON.sub(
            "${Python3_INCLUDE_DIRS}", _NUMPY.sub(lambda _: str(numpy_include), text)
        )
        repaired = _READING.sub(r"\1 ENCODING UTF-8)", repaired)
        if repaired != text:
            path.write_text(repaired, encoding="utf-8")
            changed += 1
    return changed

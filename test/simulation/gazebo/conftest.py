# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The project's own robots as Gazebo takes them, and Gazebo's parser where it is installed."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot, load_gazebo_robot
from adhoc_teamwork.teamwork.settings.places import config_dir

CARDS = ("quadruped", "small", "tall")
_WHY = "libsdformat is not installed with its headers, or no C++ compiler: Gazebo's own parser"
_PARSER = r"""
#include <iostream>
#include <sdf/sdf.hh>
int main(int, char **words) {
  sdf::Root root;
  const auto errors = root.Load(words[1]);
  for (const auto &error : errors) std::cout << error.Message() << "\n";
  if (!errors.empty() || !root.Model()) return errors.empty() ? 0 : 1;
  const auto *model = root.Model();
  for (std::size_t i = 0; i < model->LinkCount(); ++i) {
    const auto *link = model->LinkByIndex(i);
    const auto &mass = link->Inertial().MassMatrix();
    std::cout << link->Name() << " " << mass.IsValid() << " " << mass.Mass() << " "
              << link->SensorCount() << "\n";
  }
  return 0;
}
"""

Parse = Callable[[Path], str]


@pytest.fixture(scope="session")
def parse(tmp_path_factory: pytest.TempPathFactory) -> Parse:
    """Return what reads a file with libsdformat; skip where that is not installed.

    The answer is a line for each link of a model: name, valid, mass, number of sensors.
    """
    flags = next((found for version in range(15, 11, -1) if (found := _flags(version))), None)
    if flags is None or shutil.which("g++") is None:
        pytest.skip(_WHY)
    folder = tmp_path_factory.mktemp("libsdformat")
    (folder / "parser.cc").write_text(_PARSER)
    command = ["g++", "-O0", "-std=c++17", "parser.cc", "-o", "parser", *flags]
    subprocess.run(command, cwd=folder, check=True, timeout=100)

    def read(path: Path) -> str:
        parser = str(folder / "parser")
        done = subprocess.run(
            [parser, str(path)], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return read


def _flags(version: int) -> list[str] | None:
    if shutil.which("pkg-config") is None:
        return None
    asked = ["pkg-config", "--cflags", "--libs", f"sdformat{version}"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False)
    return done.stdout.split() if done.returncode == 0 else None


@pytest.fixture(params=CARDS)
def robot(request: pytest.FixtureRequest) -> GazeboRobot:
    """Return each of the project's robots, under a name that is not its card's."""
    return robot_of(request.param)


def robot_of(card: str) -> GazeboRobot:
    """Return a robot of config/robots."""
    file = config_dir() / "robots" / f"{card}.yaml"
    return load_gazebo_robot(f"{card}_a", CARDS.index(card), file)


@pytest.fixture
def gazebo_robot() -> Callable[[str], GazeboRobot]:
    """Return what makes a robot of the name of a card."""
    return robot_of

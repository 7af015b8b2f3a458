# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the environment lies: everything under ``.adhoc/`` in the repository's root."""

import shutil
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
WHEELS = "wheels"


@dataclass(frozen=True)
class Layout:
    """Name the files and folders of one environment.

    Attributes:
        root: The repository's root.
        flavour: ``wheels``, or ``sourced-<distribution>`` beside a sourced ROS 2. Each has a
            folder of its own, so a terminal with ROS sourced and one without do not disturb
            each other.
    """

    root: Path
    flavour: str = WHEELS

    @property
    def sourced(self) -> bool:
        """Tell whether ROS 2 comes from the terminal rather than from wheels."""
        return self.flavour != WHEELS

    @property
    def state(self) -> Path:
        """Return the folder that holds everything the set-up makes."""
        return self.root / ".adhoc"

    @property
    def base(self) -> Path:
        """Return the folder of this flavour's environment."""
        return self.state / self.flavour

    @property
    def venv(self) -> Path:
        """Return the virtual environment."""
        return self.base / "venv"

    @property
    def python(self) -> Path:
        """Return the virtual environment's Python."""
        return self.venv / "bin" / "python"

    @property
    def interfaces(self) -> Path:
        """Return the prefix into which interface packages are installed."""
        return self.base / "interfaces"

    @property
    def build(self) -> Path:
        """Return the build tree of the interface packages."""
        return self.base / "build"

    @property
    def bytecode(self) -> Path:
        """Return the folder in which Python keeps what it has compiled."""
        return self.base / "bytecode"

    @property
    def stamps(self) -> Path:
        """Return the folder of stamps, one for each finished stage."""
        return self.base / "stamps"

    @property
    def owner(self) -> Path:
        """Return the file that notes to which clone the environment belongs."""
        return self.base / "clone"

    @property
    def logs(self) -> Path:
        """Return the folder of logs."""
        return self.state / "log"

    @property
    def requirements(self) -> Path:
        """Return the pinned requirements of this flavour."""
        name = "sourced.txt" if self.sourced else "embedded.txt"
        return self.root / "requirements" / name

    @property
    def backend_requirements(self) -> Path:
        """Return the pins of what builds the one package that has no wheel."""
        return self.root / "requirements" / "backend.txt"

    @property
    def dev_requirements(self) -> Path:
        """Return the pinned requirements of the checks and tests."""
        return self.root / "requirements" / "dev.txt"

    @property
    def ray_requirements(self) -> Path:
        """Return the pinned requirements of the benchmark on several machines."""
        return self.root / "requirements" / "ray.txt"

    def site_packages(self) -> tuple[Path, ...]:
        """Return the virtual environment's package folders that exist."""
        return tuple(sorted(self.venv.glob("lib/python3*/site-packages")))

    def interface_packages(self) -> tuple[Path, ...]:
        """Return the built interfaces' Python folders that exist."""
        patterns = ("lib/python3*/site-packages", "local/lib/python3*/dist-packages")
        return tuple(p for pattern in patterns for p in sorted(self.interfaces.glob(pattern)))


def remove(*paths: Path) -> None:
    """Remove files, links and whole folders, as far as they are there; a link's target stays."""
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

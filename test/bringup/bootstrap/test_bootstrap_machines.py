# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Machines that the pins do not serve are refused, in one line that says what does serve."""

import subprocess
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.bootstrap.machines import (
    NEWEST,
    OLDEST,
    Machine,
    refuse_beside_ros,
    refuse_for_wheels,
    this_machine,
)
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError

JETSON = Machine("Linux", "aarch64", (2, 35), (3, 10))
LYRICAL = Machine("Linux", "x86_64", (2, 43), (3, 14))
DEBIAN = Machine("Linux", "x86_64", (2, 36), (3, 11))


def test_robots_computers_are_served_beside_their_ros() -> None:
    for machine in (JETSON, LYRICAL, DEBIAN):
        refuse_beside_ros(machine)
    refuse_for_wheels(DEBIAN)


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        (Machine("Linux", "riscv64", (2, 39), (3, 12)), "x86-64 and arm64.*this is Linux on risc"),
        (Machine("Linux", "armv7l", (2, 36), (3, 11)), "this is Linux on armv7l"),
        (Machine("Darwin", "aarch64", (0, 0), (3, 12)), "this is Darwin"),
        (Machine("Linux", "aarch64", (2, 39), (3, 9)), r"Python 3\.10 to 3\.14.*Python 3\.9$"),
        (Machine("Linux", "aarch64", (2, 39), (3, 15)), r"Python 3\.15$"),
        (Machine("Linux", "aarch64", (2, 31), (3, 10)), r"glibc 2\.35 or later.*glibc 2\.31"),
        (Machine("Linux", "x86_64", (0, 0), (3, 12)), "with no glibc"),
    ],
)
def test_others_are_refused_in_a_line(machine: Machine, said: str) -> None:
    with pytest.raises(SetUpError, match=said) as refused:
        refuse_beside_ros(machine)
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)


def test_the_wheels_of_ros_are_for_fewer() -> None:
    for machine in (JETSON, LYRICAL):
        with pytest.raises(SetUpError, match="source a ROS 2 instead"):
            refuse_for_wheels(machine)


def test_this_machine_is_looked_at() -> None:
    here = this_machine(Path(sys.executable))
    assert here.python == sys.version_info[:2]
    assert OLDEST <= here.python <= NEWEST
    refuse_beside_ros(here)
    with pytest.raises(SetUpError, match="does not run"):
        this_machine(Path("/bin/false"))


def test_the_starter_takes_a_later_python_where_there_is_no_other(tmp_path: Path) -> None:
    """A stand-in for Python 3.14 says its version; the doctor is what it is asked to run."""
    fake = tmp_path / "python3"
    fake.write_text(
        "#!/bin/sh\n"
        'case "$*" in *version_info*"(3, 13)"*) exit 1;; *version_info*"(3, 14)"*) exit 0;; esac\n'
        'echo "started: $*"\n'
    )
    fake.chmod(0o755)
    for tool in ("dirname", "readlink", "sh"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    clone = tmp_path / "clone"
    clone.mkdir()
    (clone / "adhoc").write_bytes((REPOSITORY / "adhoc").read_bytes())
    done = subprocess.run(
        ["/bin/sh", str(clone / "adhoc"), "doctor"],
        env={"PATH": str(tmp_path)}, capture_output=True, text=True, timeout=20.0, check=False,
    )  # fmt: skip
    assert done.stdout == "started: -S -m adhoc_teamwork.bringup.start doctor\n", done.stderr

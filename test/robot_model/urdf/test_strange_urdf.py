# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""URDFs and meshes of anybody: too deep, too many, too large or no file end in one line."""

import os
import zipfile
from pathlib import Path

import pytest

from adhoc_teamwork.robot_model.mesh_files import find_mesh, read_mesh
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.teamwork.settings.config import ConfigError


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load_robot(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def chain(count: int) -> str:
    links = "".join(f"<link name='l{i}'/>" for i in range(count))
    joints = "".join(
        f"<joint name='j{i}' type='fixed'><parent link='l{i}'/><child link='l{i + 1}'/></joint>"
        for i in range(count - 1)
    )
    return links + joints


JOINT = "<joint name='{}' type='fixed'><parent link='{}'/><child link='{}'/></joint>"
ENTITIES = "".join(f"<!ENTITY e{i + 1} '{f'&e{i};' * 10}'>" for i in range(12))


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<a>" * 100_000 + "</a>" * 100_000, "elements within one another"),
        ("<a/>" * 200_000, "more than 100000 elements"),
        (chain(3000), "3000 links; expected at most"),
        (
            "<link name='a'/><link name='b'/>" + JOINT.format("x", "a", "b")
            + JOINT.format("y", "b", "a"),
            "expected one link without a parent",
        ),
        (
            "<link name='r'/><link name='a'/><link name='b'/>" + JOINT.format("x", "a", "b")
            + JOINT.format("y", "b", "a"),
            "part of a loop",
        ),
        ("<link name='r'/>" + JOINT.format("x", "r", "r"), "expected one link without a parent"),
        *(
            (
                f"<link name='r'><collision><geometry><box size='1 1 {number}'/>"
                "</geometry></collision>"
                "</link>",
                "box size",
            )
            for number in ("nan", "inf", "1e308", "9" * 400)
        ),
        (
            "<link name='r'><collision><geometry><sphere radius='1e17'/></geometry></collision>"
            "</link>",
            "expected lengths",
        ),
        (
            "<link name='r'><inertial><mass value='1e300'/></inertial></link>",
            "expected a finite number",
        ),
    ],
)  # fmt: skip
def test_what_no_robot_has_is_refused(tmp_path: Path, inside: str, reason: str) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(f"<robot name='x'>{inside}</robot>")
    assert reason in refusal(path)


def test_entities_do_not_multiply(tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(f"<!DOCTYPE r [<!ENTITY e0 'ha'>{ENTITIES}]><robot name='&e12;'/>")
    refusal(path)


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    pipe, huge = tmp_path / "pipe.urdf", tmp_path / "huge.urdf"
    os.mkfifo(pipe)
    with huge.open("wb") as file:
        file.truncate(10_000_000_000)
    assert "not a regular file" in refusal(pipe)
    assert "not a regular file" in refusal(Path("/dev/zero"))
    assert "larger than" in refusal(huge)
    assert "Is a directory" in refusal(tmp_path)


def test_a_mesh_is_a_mesh_and_no_archive(tmp_path: Path) -> None:
    archive, huge, pipe = (tmp_path / name for name in ("a.zip", "huge.stl", "pipe.stl"))
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("mesh.stl", "solid\nendsolid\n")
    with huge.open("wb") as file:
        file.truncate(10_000_000_000)
    os.mkfifo(pipe)
    for path, reason in ((archive, "not a mesh"), (huge, "larger than"), (pipe, "not a regular")):
        with pytest.raises(ConfigError, match=reason) as caught:
            read_mesh(path)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["http://[", "package://[/a.stl", "a\0b.stl", "package://a/\0"])
def test_a_name_that_is_none_names_no_mesh(tmp_path: Path, name: str) -> None:
    assert find_mesh(name, tmp_path / "robot.urdf", {}) is None


def test_a_mesh_without_corners_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mesh.obj"
    path.write_text("f 1 2 3\nf -1 -2 -3\n")
    with pytest.raises(ConfigError):
        read_mesh(path)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.model import JointKind, RobotModel
from adhoc_teamwork.robot_model.shapes import Box, Cylinder, Mesh, Sphere
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.teamwork.settings.config import ConfigError

_JOINT = (
    '<joint name="j" type="{kind}"><parent link="a"/><child link="b"/>'
    '<axis xyz="{axis}"/>{limit}</joint>'
)
_GEOMETRY = '<link name="{name}"><collision><geometry>{shape}</geometry></collision></link>'


def _robot(inside: str) -> str:
    return f'<robot name="r">{inside}</robot>'


def _two_links(kind: str = "revolute", axis: str = "0 0 1", limit: str = "<limit/>") -> str:
    joint = _JOINT.format(kind=kind, axis=axis, limit=limit)
    return _robot(f'<link name="a"/><link name="b"/>{joint}')


def test_tree_limits_and_axes(elbow: RobotModel) -> None:
    shoulder, extension = elbow.joints["shoulder"], elbow.joints["extension"]
    assert elbow.root == "base"
    assert shoulder.axis.tolist() == [0.0, 0.0, 1.0]
    assert (shoulder.limits.lower, shoulder.limits.upper) == (-3.0, 3.0)
    assert elbow.joints["elbow"].limits.acceleration == 7.0
    assert extension.kind is JointKind.PRISMATIC
    assert extension.limits.velocity == np.inf
    assert [joint.name for joint in elbow.path_to("lower")] == ["shoulder", "elbow"]
    assert elbow.below("upper") == ("upper", "lower", "slide")


def test_shapes_with_their_places(write_urdf: Callable[[str], Path]) -> None:
    box = (
        '<link name="a"><collision><origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry>'
        '</collision><collision><geometry><cylinder radius="0.1" length="2"/></geometry>'
        '</collision><collision><geometry><sphere radius="0.3"/></geometry></collision></link>'
    )
    first, second, third = load_robot(write_urdf(_robot(box))).links["a"].collisions
    assert first.shape == Box((1.0, 2.0, 3.0))
    assert first.origin[:3, 3].tolist() == [1.0, 2.0, 3.0]
    assert second.shape == Cylinder(0.1, 2.0)
    assert third.shape == Sphere(0.3)


@pytest.mark.parametrize(
    "lost",
    [
        '<gazebo reference="mast"><sensor name="lost" type="camera"/></gazebo>',
        '<sensor name="lost"><parent link="mast"/><camera/></sensor>',
    ],
)
def test_a_sensor_on_a_link_that_is_not_there_is_left_out(
    write_urdf: Callable[[str], Path], caplog: pytest.LogCaptureFixture, lost: str
) -> None:
    own = '<gazebo reference="a"><sensor name="eye" type="camera"/></gazebo>'
    with caplog.at_level(logging.WARNING, "adhoc_teamwork.robot_model.urdf.cameras"):
        robot = load_robot(write_urdf(_robot('<link name="a"/>' + own + lost)))
    assert [camera.name for camera in robot.cameras] == ["eye"]
    (told,) = caplog.messages
    assert told.endswith("sensor 'lost': left out, as there is no link 'mast'")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wheels and legs", "not XML"),
        ("<sdf/>", "expected a <robot> element"),
        ('<robot name="r"/>', "without links"),
        *(
            (f'<robot xmlns:xacro="http://{place}"><xacro:arm/></robot>', "xacro macros")
            for place in ("www.ros.org/wiki/xacro", "ros.org/wiki/xacro", "wiki.ros.org/xacro")
        ),
        (_robot('<link name="a"/><link name="a"/>'), "two links are named 'a'"),
        (_robot("<link/>"), 'expected name="..."'),
        (_robot('<link name="a"/><link name="b"/>'), "one link without a parent, got 'a', 'b'"),
        (_two_links(kind="hinge"), "type 'hinge': expected one of revolute"),
        (_two_links(axis="0 0 0"), "expected a direction"),
        (_two_links(axis="0 0 x"), "expected 3 finite numbers, got '0 0 x'"),
        (_two_links(axis="0 0 nan"), "expected 3 finite numbers"),
        (_two_links(limit=""), "expected a <limit>"),
        (_two_links(limit='<limit lower="1" upper="-1"/>'), "expected lower <= upper"),
        (_two_links(limit='<limit/><mimic joint="k"/>'), "mimics 'k'"),
        (_two_links(limit='<limit/><mimic joint="j"/>'), "mimics 'j'"),
        (_two_links().replace('<link name="b"/>', ""), "no link 'b'"),
        (_robot(_GEOMETRY.format(name="a", shape='<box size="1 -1 1"/>')), "lengths of 0 or more"),
        (_robot(_GEOMETRY.format(name="a", shape="<cone/>")), "got 'cone'"),
        (_robot(_GEOMETRY.format(name="a", shape='<mesh filename="a.stl"/>')), "no mesh 'a.stl'"),
    ],
)  # fmt: skip
def test_bad_files_get_one_clear_line(
    write_urdf: Callable[[str], Path], text: str, words: str
) -> None:
    path = write_urdf(text)
    with pytest.raises(ConfigError) as caught:
        load_robot(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_loops_are_no_tree(write_urdf: Callable[[str], Path]) -> None:
    def joint(name: str, parent: str, child: str) -> str:
        return (
            f'<joint name="{name}" type="fixed"><parent link="{parent}"/>'
            f'<child link="{child}"/></joint>'
        )

    links = "".join(f'<link name="{name}"/>' for name in "abc")
    text = _robot(links + joint("1", "b", "c") + joint("2", "c", "b"))
    with pytest.raises(ConfigError, match="part of a loop"):
        load_robot(write_urdf(text))


def test_no_file_is_said() -> None:
    with pytest.raises(ConfigError, match="expected a readable URDF file"):
        load_robot(Path("nowhere.urdf"))


def test_missing_mesh_becomes_a_box_to_the_next_joint(
    write_urdf: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    arm = _GEOMETRY.format(name="a", shape='<mesh filename="package://x/a.stl"/>')
    joint = (
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/>'
        '<origin xyz="0.5 0 0"/></joint>'
    )
    path = write_urdf(_robot(arm + '<link name="b"/>' + joint))
    with caplog.at_level(logging.WARNING, load_robot.__module__):
        collision = load_robot(path, substitute_meshes=True).links["a"].collisions[0]
    assert isinstance(collision.shape, Box)
    assert collision.shape.size[0] == pytest.approx(0.56)
    assert collision.origin[0, 3] == pytest.approx(0.25)
    (warned,) = caplog.messages
    assert warned.startswith(f"{path}: boxes stand for meshes that were not found (1, ")
    assert "'package://x/a.stl'" in warned


def test_mesh_of_a_package_is_found_and_hulled(tmp_path: Path) -> None:
    folder = tmp_path / "my_robot" / "urdf"
    folder.mkdir(parents=True)
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.1, 0.1, 0.1)]
    faces = [(1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4), (1, 2, 5)]
    lines = [f"v {x} {y} {z}" for x, y, z in corners] + [f"f {a} {b} {c}" for a, b, c in faces]
    (tmp_path / "my_robot" / "tetra.obj").write_text("\n".join(lines), encoding="utf-8")
    shape = '<mesh filename="package://my_robot/tetra.obj" scale="2 2 2"/>'
    path = folder / "robot.urdf"
    path.write_text(_robot(_GEOMETRY.format(name="a", shape=shape)), encoding="utf-8")
    mesh = load_robot(path).links["a"].collisions[0].shape
    assert isinstance(mesh, Mesh)
    assert sorted(mesh.corners.tolist()) == [[0, 0, 0], [0, 0, 2], [0, 2, 0], [2, 0, 0]]


def test_a_shape_without_extent_is_left_out(
    write_urdf: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    shape = "<collision><geometry>{}</geometry></collision>"
    flat = ('<cylinder radius="0.1" length="0"/>', '<box size="1 0 1"/>', '<sphere radius="0"/>')
    shapes = "".join(shape.format(one) for one in (*flat, '<sphere radius="0.3"/>'))
    with caplog.at_level(logging.WARNING, "adhoc_teamwork.robot_model.urdf.robot"):
        path = write_urdf(_robot(f'<link name="a">{shapes}</link>'))
        links = load_robot(path).links
    assert [one.shape for one in links["a"].collisions] == [Sphere(0.3)]
    (warned,) = caplog.messages
    assert warned.startswith(f"{path}: shapes without any extent")
    assert "'a'" in warned


_COLLADA = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="some" meter="{unit}"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="f" count="12">0 0 0 100 0 0 0 100 0 0 0 100</float_array>
<technique_common><accessor source="#f" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 1 2 0 1 3 0 2 3 1 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


@pytest.mark.parametrize(("unit", "size"), [("1", 100.0), ("0.001", 0.1), ("0.01", 1.0)])
def test_colladas_unit_counts(tmp_path: Path, unit: str, size: float) -> None:
    pytest.importorskip("collada")
    (tmp_path / "a.dae").write_text(_COLLADA.format(unit=unit), encoding="utf-8")
    assert Mesh(tmp_path / "a.dae").surface.size == pytest.approx([size] * 3)


def test_a_mesh_of_nonsense_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_text("no mesh", encoding="utf-8")
    path = tmp_path / "robot.urdf"
    path.write_text(
        _robot(_GEOMETRY.format(name="a", shape='<mesh filename="a.stl"/>')), encoding="utf-8"
    )
    mesh = load_robot(path).links["a"].collisions[0].shape
    with pytest.raises(ConfigError, match=r"a\.stl"):
        _ = mesh.corners


@settings(max_examples=20)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8")))
def test_no_bytes_but_an_urdf_are_taken(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise.urdf"
    path.write_bytes(data)
    with pytest.raises(ConfigError):
        load_robot(path)

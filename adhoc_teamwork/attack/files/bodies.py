# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the readers of robots' descriptions and of meshes."""

import struct
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Target, read_with
from adhoc_teamwork.robot_model.mesh_files import read_mesh
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

_CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_FACES = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))


def make_targets() -> list[Target]:
    """Return a target for URDFs, for the arms in them, and for each format of meshes."""
    urdfs = tuple(path.read_bytes() for path in sorted((config_dir() / "robots").glob("*.urdf")))
    with_arms = tuple(urdf for urdf in urdfs if b"gripper" in urdf) or urdfs
    return [
        Target("robot.urdf", read_with(load_robot, "robot.urdf"), urdfs, (ConfigError,),
               Shape.TEXT, _documents),
        Target("arm.urdf", read_with(lambda p: load_arms(p, 1.0), "arm.urdf"), with_arms,
               (ConfigError,), Shape.TEXT, _documents),
        Target("mesh.stl", read_with(read_mesh, "mesh.stl"), (_stl(), _text_stl()),
               (ConfigError,), Shape.BYTES, _meshes),
        Target("mesh.obj", read_with(read_mesh, "mesh.obj"), (_obj(),), (ConfigError,),
               Shape.TEXT, _meshes),
        Target("mesh.ply", read_with(read_mesh, "mesh.ply"), (_ply(),), (ConfigError,),
               Shape.TEXT, _meshes),
    ]  # fmt: skip


def _documents(canary: Path) -> Sequence[bytes]:
    """Return XML that expands without end, reads other files, or nests too deep."""
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    link = '<link name="a"/>'
    return (
        b"",
        b"<robot/>",
        b"<robot name='x'>" + b"<link>" * 100_000,
        f'<!DOCTYPE r [<!ENTITY l0 "ha">{laughs}]><robot name="&l9;">{link}</robot>'.encode(),
        f'<!DOCTYPE r [<!ENTITY l0 "{"x" * 10_000}">]><robot name="{"&l0;" * 5000}">{link}</robot>'.encode(),
        b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"><link name="a"/></robot>',
        b'<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd"><robot><link name="a"/></robot>',
        b'<?xml version="1.0" encoding="utf-7"?><robot name="x"/>',
        b'<?xml version="1.0" encoding="' + b"x" * 300 + b'"?><robot/>',
        b'<?xml version="1.0" encoding="rot13"?><robot/>',
        ("<robot name='x'>" + "<link name='a'>" * 3000 + "</link>" * 3000 + "</robot>").encode(),
        ("<robot name='x'>" + "".join(f"<link name='l{i}'/>" for i in range(5000)) + "</robot>").encode(),
        _chain(3000),
        *(
            f"<robot name='{_escaped(text)}'><link name='{_escaped(text)}'/><link name='{_escaped(text)}'/></robot>"
            .encode("utf-8", "surrogatepass")
            for text in (*evil.TEXTS, *evil.code(canary))
        ),
        *(
            f"<robot name='x'><link name='a'><collision><geometry><mesh filename='{_escaped(text)}'/>"
            "</geometry></collision></link></robot>".encode("utf-8", "surrogatepass")
            for text in (*evil.TEXTS, *evil.code(canary), "package://../../x", "file:///dev/zero",
                         "file:///dev/stdin", "/proc/self/mem", "http://127.0.0.1:9/x.stl")
        ),
    )  # fmt: skip


def _chain(length: int) -> bytes:
    links = "".join(f"<link name='l{i}'/>" for i in range(length + 1))
    joints = "".join(
        f"<joint name='j{i}' type='revolute'><parent link='l{i}'/><child link='l{i + 1}'/>"
        "<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
        for i in range(length)
    )
    return f"<robot name='chain'>{links}{joints}</robot>".encode()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;")


def _meshes(canary: Path) -> Sequence[bytes]:
    return (
        b"", b"solid", b"\x00" * 84, b"\x00" * 80 + b"\xff\xff\xff\xff", b"\x00" * 80 + struct.pack("<I", 10**8),
        b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n",
        b"ply\nformat ascii 1.0\nelement vertex -1\nproperty list int int x\nend_header\n",
        b"v nan nan nan\nv inf 0 0\nv 0 0 0\nf 1 2 3\n", b"f 1 2 99999999999\n", b"f -1 -2 -3\n",
        b"mtllib ../../../../etc/passwd\nv 0 0 0\n", b"v 1e308 1e308 1e308\nv -1e308 0 0\nv 0 1e308 0\nf 1 2 3\n",
        *evil.pickles(canary), *evil.JSON_TEXTS[:8],
    )  # fmt: skip


def _stl() -> bytes:
    faces = b"".join(
        struct.pack("<12fH", 0.0, 0.0, 0.0, *(v for i in face for v in _CORNERS[i]), 0)
        for face in _FACES
    )
    return bytes(80) + struct.pack("<I", len(_FACES)) + faces


def _text_stl() -> bytes:
    faces = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*_CORNERS[i]) for i in face)
        + "endloop\nendfacet\n"
        for face in _FACES
    )
    return f"solid x\n{faces}endsolid x\n".encode()


def _obj() -> bytes:
    corners = "".join("v {} {} {}\n".format(*corner) for corner in _CORNERS)
    return (corners + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in _FACES)).encode()


def _ply() -> bytes:
    corners = "".join("{} {} {}\n".format(*corner) for corner in _CORNERS)
    faces = "".join(f"3 {a} {b} {c}\n" for a, b, c in _FACES)
    return (
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        f"element face 4\nproperty list uchar int vertex_indices\nend_header\n{corners}{faces}"
    ).encode()

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The example scene for Isaac Sim, as far as it can be checked without Isaac Sim."""

import ast
import importlib
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import yaml

from adhoc_teamwork.teamwork.bodies.placed_robots import parse_placed_robots
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.places import config_dir

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "isaac"
MODULES = {
    "isaacsim": {"SimulationApp"},
    "isaacsim.core.api": {"SimulationContext"},
    "isaacsim.core.prims": {"Articulation", "SingleXFormPrim"},
    "isaacsim.core.utils.extensions": {"enable_extension"},
    "isaacsim.core.utils.semantics": {"add_labels"},
    "isaacsim.core.utils.stage": {
        *("add_reference_to_stage", "get_current_stage", "is_stage_loading", "open_stage"),
    },
}
"""What the scene takes of Isaac Sim's Python, and Isaac Sim 5.1 has."""


def scene() -> ast.Module:
    return ast.parse((EXAMPLE / "scene.py").read_text())


def test_the_scene_takes_what_isaac_sim_has() -> None:
    taken: dict[str, set[str]] = {}
    for node in ast.walk(scene()):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("isaacsim"):
            taken.setdefault(str(node.module), set()).update(a.name for a in node.names)
    assert taken == MODULES


def constant(name: str) -> Any:
    for node in scene().body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value)
    raise AssertionError(name)


def test_the_camera_looks_along_its_link() -> None:
    gf = pytest.importorskip("pxr.Gf", reason="the extra `usd` is not installed")
    from pxr import Usd, UsdGeom

    stage = Usd.Stage.CreateInMemory()
    camera = UsdGeom.Camera.Define(stage, "/camera")
    UsdGeom.XformCommonAPI(camera).SetRotate(gf.Vec3f(*constant("CAMERA_TURN")))
    matrix = camera.GetLocalTransformation()
    assert np.allclose(matrix.TransformDir(gf.Vec3d(0, 0, -1)), (1, 0, 0), atol=1e-6)
    assert np.allclose(matrix.TransformDir(gf.Vec3d(0, 1, 0)), (0, 0, 1), atol=1e-6)
    camera.CreateHorizontalApertureAttr(constant("APERTURE"))
    camera.CreateFocalLengthAttr(constant("APERTURE") / (2.0 * math.tan(1.2 / 2.0)))
    seen = camera.GetCamera().GetFieldOfView(gf.Camera.FOVHorizontal)
    assert math.radians(seen) == pytest.approx(1.2, abs=1e-5)


@pytest.fixture
def scene_module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Yield the scene's module, whose folder is on the path where it runs."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    yield importlib.import_module("scene")
    for name in ("scene", "graphs"):
        sys.modules.pop(name, None)


def test_the_scene_reads_cards_as_they_are(scene_module: ModuleType) -> None:
    folder = config_dir() / "robots"
    for path in sorted(folder.glob("*.yaml")):
        seen = scene_module.field_of_view(yaml.safe_load(path.read_text()), folder)
        assert seen == pytest.approx(load_robot_card(path).capability.horizontal_fov)
        assert 2.0 * math.atan(scene_module.APERTURE / 2.0 / scene_module.focal_length(seen)) == (
            pytest.approx(seen)
        )


def test_the_scene_and_the_launch_file_read_robots_alike(scene_module: ModuleType) -> None:
    text = "dog=quadruped@3.5,-2,1.57"
    robot, placed = scene_module.parse_robot(text), parse_placed_robots(text, "robots")[0]
    start = (placed.start.x, placed.start.y, placed.start.yaw)
    assert (robot.name, robot.card, robot.x, robot.y, robot.yaw) == (
        placed.name,
        placed.card,
        *start,
    )

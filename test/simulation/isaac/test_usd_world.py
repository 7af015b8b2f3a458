# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A house as an OpenUSD stage: valid, and the same boxes, masses and labels in the same places."""

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.simulation.exports.exported_bodies import bodies
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.isaac.usd_world import (
    HOUSE,
    SUFFIXES,
    prim_name,
    usd_stage,
    usd_world,
)
from adhoc_teamwork.simulation.world_command import main

pytest.importorskip("pxr", reason="the extra `usd` is not installed")

HOUSES = Path(__file__).parents[3] / "config" / "houses"


def complaints(stage: Any) -> list[str]:
    """Return what OpenUSD's own validators find wrong with a stage."""
    from pxr import UsdValidation

    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    assert validators
    return [
        error.GetMessage() for error in UsdValidation.ValidationContext(validators).Validate(stage)
    ]


def boxes(body: Any) -> Iterator[tuple[Box, Any]]:
    """Yield the boxes of a body in the stage's frame, from what USD makes of all its transforms."""
    from pxr import Gf, Usd, UsdGeom

    for cube in body.GetChildren():
        matrix = UsdGeom.Xformable(cube).ComputeLocalToWorldTransform(Usd.TimeCode.Default())
        axes = [matrix.TransformDir(Gf.Vec3d(*axis)) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        size = [axis.GetLength() * UsdGeom.Cube(cube).GetSizeAttr().Get() for axis in axes]
        yield Box(*matrix.ExtractTranslation(), *size, math.atan2(axes[0][1], axes[0][0])), cube


@pytest.mark.parametrize("path", sorted(HOUSES.glob("*.json")), ids=lambda path: path.stem)
def test_every_box_stands_where_the_built_in_simulator_has_it(path: Path) -> None:
    from pxr import UsdPhysics, UsdSemantics

    house = load_house(path)
    stage = usd_stage(house)
    found = {prim.GetName(): prim for prim in stage.GetPrimAtPath(HOUSE).GetChildren()}
    assert len(list(boxes(found["walls"]))) == len(house.walls)
    assert set(found) == {prim_name(body.name) for body in bodies(house)}
    for body in bodies(house):
        thing, prim = body.thing, found[prim_name(body.name)]
        moves = thing is not None and thing.pickupable
        assert prim.HasAPI(UsdPhysics.RigidBodyAPI) is moves
        if moves:
            assert UsdPhysics.MassAPI(prim).GetMassAttr().Get() == pytest.approx(body.mass)
        if thing is None:
            continue
        labels = UsdSemantics.LabelsAPI(prim, "class").GetLabelsAttr().Get()
        assert list(labels) == [thing.category]
        for box, (other, cube) in zip(thing.solids or (thing.box,), boxes(prim), strict=True):
            assert cube.HasAPI(UsdPhysics.CollisionAPI)
            assert (other.x, other.y, other.z) == pytest.approx((box.x, box.y, box.z), abs=1e-5)
            assert (other.size_x, other.size_y, other.size_z) == pytest.approx(
                (box.size_x, box.size_y, box.size_z), abs=1e-5
            )
            assert math.cos(other.yaw - box.yaw) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_file_is_valid_in_metres_with_z_up(tmp_path: Path, suffix: str) -> None:
    from pxr import Usd, UsdGeom

    path = tmp_path / f"house{suffix}"
    assert main(["two_rooms", "--usd", str(path)]) == 0
    stage = Usd.Stage.Open(str(path))
    assert (UsdGeom.GetStageUpAxis(stage), UsdGeom.GetStageMetersPerUnit(stage)) == ("Z", 1.0)
    assert stage.GetDefaultPrim().GetPath() == "/World"
    assert complaints(stage) == []


@pytest.mark.slow
def test_houses_that_nobody_here_drew_are_valid(unseen_house: Path) -> None:
    assert complaints(usd_stage(load_house(unseen_house))) == []


def test_binary_files_are_of_a_form_that_older_readers_take() -> None:
    content = usd_world(load_house(HOUSES / "two_rooms.json"), ".usdc")
    assert content[:11] == b"PXR-USDC\x00\x08\x00"


def test_the_validators_do_find_what_is_wrong() -> None:
    from pxr import Sdf, UsdGeom, UsdPhysics

    stage = usd_stage(load_house(HOUSES / "two_rooms.json"))
    stage.ClearDefaultPrim()
    floor = stage.GetPrimAtPath("/World/house/floor")
    floor.GetRelationship("material:binding").SetTargets([Sdf.Path("/World/sun")])
    UsdPhysics.RigidBodyAPI.Apply(UsdGeom.Scope.Define(stage, "/World/body").GetPrim())
    assert len(complaints(stage)) == 3


def test_a_house_is_the_same_text_every_time() -> None:
    house = load_house(HOUSES / "two_rooms.json")
    assert usd_world(house) == usd_world(house)


def test_names_that_usd_does_not_take_are_mended() -> None:
    box = Box(0.0, 0.0, 0.5, 1.0, 1.0, 1.0)
    things = [HouseObject(name, "Box", box, (box,)) for name in ("50 inch|tv", "50_inch_tv")]
    stage = usd_stage(House("", (), (), (), tuple(things), bounds=(0.0, 0.0, 1.0, 1.0)))
    names = [prim.GetName() for prim in stage.GetPrimAtPath(HOUSE).GetChildren()]
    assert names == ["floor", "walls", "_50_inch_tv", "_50_inch_tv_2"]
    assert complaints(stage) == []


def test_wrong_input_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["two_rooms"]) == 2
    assert main(["two_rooms", "--usd", str(tmp_path / "house.obj")]) == 2
    assert main(["two_rooms", "--usd", str(tmp_path / "none" / "house.usda")]) == 2
    monkeypatch.setitem(sys.modules, "pxr", None)
    assert main(["two_rooms", "--usd", str(tmp_path / "house.usda")]) == 2
    lines = capsys.readouterr().err.splitlines()
    expected = ("nothing to write", "'.obj'", "expected a place", "pip install '.[usd]'")
    assert len(lines) == len(expected)
    assert all(part in line for part, line in zip(expected, lines, strict=True))
    assert list(tmp_path.iterdir()) == []

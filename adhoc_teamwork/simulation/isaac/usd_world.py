# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write a house as an OpenUSD stage, such as Isaac Sim opens: metres, z up, in the frame `map`.

What stands in it is in `simulation.exported_bodies`. OpenUSD (usd-core) is the extra `usd`.
"""

import math
import tempfile
from pathlib import Path
from typing import Any

from adhoc_teamwork.simulation.exports.exported_bodies import Color, ExportedBody, bodies
from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.extras import how_to_get

SUFFIXES = (".usda", ".usd", ".usdc")
"""Text, or OpenUSD's binary form."""
ROOT, HOUSE, MATERIALS, PHYSICS, SUN = (
    "/World",
    "/World/house",
    "/World/materials",
    "/World/physics_scene",
    "/World/sun",
)
SEMANTICS = "class"
"""Name of the labels that a segmentation shows as an object's class."""
GRAVITY = 9.81
_SUN_TURN = (25.0, 15.0, 0.0)
_ROUGHNESS = 0.8


def usd_world(house: House, suffix: str = ".usda") -> bytes:
    """Return a file of OpenUSD: floor, walls, furniture, and objects that can be carried.

    Furniture stands still and collides; what a hand can carry is a rigid body with its mass. Each
    thing has its category as a semantic label.

    Args:
        house: The house.
        suffix: One of `SUFFIXES`.

    Raises:
        ConfigError: Another suffix, or OpenUSD is not installed.
    """
    if suffix not in SUFFIXES:
        raise ConfigError(f"--usd: expected a name ending in {', '.join(SUFFIXES)}, got {suffix!r}")
    stage = usd_stage(house)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"world{suffix}"
        stage.GetRootLayer().Export(str(path))
        return path.read_bytes()


def usd_stage(house: House) -> Any:
    """Return the stage of a house, in memory.

    Raises:
        ConfigError: OpenUSD is not installed.
    """
    try:
        from pxr import Kind, Usd, UsdGeom
    except ImportError:
        raise ConfigError(f"--usd needs OpenUSD: {how_to_get('usd')}") from None
    stage = Usd.Stage.CreateInMemory("world.usda")
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, UsdGeom.LinearUnits.meters)
    root = UsdGeom.Xform.Define(stage, ROOT).GetPrim()
    stage.SetDefaultPrim(root)
    Usd.ModelAPI(root).SetKind(Kind.Tokens.assembly)
    group = UsdGeom.Xform.Define(stage, HOUSE).GetPrim()
    Usd.ModelAPI(group).SetKind(Kind.Tokens.group)
    _physics(stage)
    _sun(stage)
    UsdGeom.Scope.Define(stage, MATERIALS)
    for body in bodies(house):
        _body(stage, body)
    return stage


def prim_name(name: str) -> str:
    """Return the name that a body has in the stage, where no name begins with a digit."""
    return f"_{name}" if name[:1].isdigit() else name


def _physics(stage: Any) -> None:
    from pxr import Gf, UsdPhysics

    scene = UsdPhysics.Scene.Define(stage, PHYSICS)
    scene.CreateGravityDirectionAttr(Gf.Vec3f(0.0, 0.0, -1.0))
    scene.CreateGravityMagnitudeAttr(GRAVITY)


def _sun(stage: Any) -> None:
    from pxr import Gf, UsdGeom, UsdLux

    sun = UsdLux.DistantLight.Define(stage, SUN)
    sun.CreateIntensityAttr(1500.0)
    UsdGeom.XformCommonAPI(sun).SetRotate(Gf.Vec3f(*_SUN_TURN))


def _body(stage: Any, body: ExportedBody) -> None:
    from pxr import Gf, Kind, Usd, UsdGeom, UsdPhysics, UsdSemantics, UsdShade

    path = f"{HOUSE}/{prim_name(body.name)}"
    whole = UsdGeom.Xform.Define(stage, path)
    prim = whole.GetPrim()
    Usd.ModelAPI(prim).SetKind(Kind.Tokens.component)
    if body.category:
        UsdSemantics.LabelsAPI.Apply(prim, SEMANTICS).CreateLabelsAttr([body.category])
    if body.place is not None:
        _put(whole, body.place)
        UsdPhysics.RigidBodyAPI.Apply(prim)
        mass = UsdPhysics.MassAPI.Apply(prim)
        mass.CreateMassAttr(body.mass)
        mass.CreateCenterOfMassAttr(Gf.Vec3f(0.0))
        mass.CreateDiagonalInertiaAttr(Gf.Vec3f(*body.inertia()))
        mass.CreatePrincipalAxesAttr(Gf.Quatf(1.0))
    material = _material(stage, body)
    UsdShade.MaterialBindingAPI.Apply(prim).Bind(material)
    for number, box in enumerate(body.boxes):
        _cube(stage, f"{path}/box_{number}", box, body.color)


def _cube(stage: Any, path: str, box: Box, color: Color) -> None:
    from pxr import Gf, UsdGeom, UsdPhysics

    cube = UsdGeom.Cube.Define(stage, path)
    cube.CreateSizeAttr(1.0)
    cube.CreateExtentAttr([Gf.Vec3f(-0.5), Gf.Vec3f(0.5)])
    cube.CreateDisplayColorAttr([Gf.Vec3f(*color)])
    _put(cube, box)
    cube.AddScaleOp().Set(Gf.Vec3f(box.size_x, box.size_y, box.size_z))
    UsdPhysics.CollisionAPI.Apply(cube.GetPrim())


def _put(thing: Any, box: Box) -> None:
    from pxr import Gf

    thing.AddTranslateOp().Set(Gf.Vec3d(box.x, box.y, box.z))
    thing.AddRotateZOp().Set(math.degrees(box.yaw))


def _material(stage: Any, body: ExportedBody) -> Any:
    """Return the material of a body's colour: one for each label, and those of floor and walls."""
    from pxr import Gf, Sdf, UsdShade

    path = f"{MATERIALS}/{f'label_{body.label}' if body.label else body.name}"
    if stage.GetPrimAtPath(path):
        return UsdShade.Material.Get(stage, path)
    material = UsdShade.Material.Define(stage, path)
    shader = UsdShade.Shader.Define(stage, f"{path}/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(*body.color))
    shader.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(_ROUGHNESS)
    surface = shader.CreateOutput("surface", Sdf.ValueTypeNames.Token)
    material.CreateSurfaceOutput().ConnectToSource(surface)
    return material

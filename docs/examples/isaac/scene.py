# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

r"""Open a house in Isaac Sim, put robots into it, and build the graphs of its ROS 2 bridge.

For Isaac Sim's own Python (5.1), which has Isaac Sim's modules and PyYAML and nothing of this
package:

    ./python.sh scene.py --contract CONTRACT.yaml --world HOUSE.usda --robots FOLDER \
        tall=tall@1,2,0 quadruped=quadruped@3,2,1.57

Written after the published API and node definitions; it was never run. What can be checked without
Isaac Sim is: `graphs` makes plain data, which a test holds against the node definitions.
"""

import argparse
import json
import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from graphs import STEPS, clock_graph, graph_of, node_name

APERTURE = 20.955
"""Width of a camera's sensor, mm; with the focal length it makes the field of view."""
CAMERA_TURN = (90.0, 0.0, -90.0)
"""Degrees about x, y and z: USD's cameras look along -z, a robot's camera link along x."""
LIDAR = "Example_Rotary_2D"


@dataclass(frozen=True)
class Robot:
    """Hold a robot's name, card, and start: x, y (metres) and yaw (radians) in `map`."""

    name: str
    card: str
    x: float
    y: float
    yaw: float


def parse_robot(text: str) -> Robot:
    """Return the robot in NAME=CARD@X,Y,YAW.

    Raises:
        ValueError: It has another form.
    """
    name, _, rest = text.partition("=")
    card, _, place = rest.partition("@")
    x, y, yaw = (float(part) for part in place.split(","))
    if not name.isidentifier() or not card:
        raise ValueError(f"{text!r}: expected NAME=CARD@X,Y,YAW")
    return Robot(name, card, x, y, yaw)


def main() -> int:
    """Run the simulation until its window is closed."""
    parser = argparse.ArgumentParser(description="A house with robots in Isaac Sim.")
    parser.add_argument("--contract", type=Path, required=True, help="config/isaac/contract.yaml")
    parser.add_argument("--world", type=Path, required=True, help="made by adhoc world --usd")
    parser.add_argument("--robots", type=Path, required=True, help="config/robots: cards and URDFs")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument("robot", nargs="+", metavar="NAME=CARD@X,Y,YAW", type=parse_robot)
    options = parser.parse_args()
    contract = yaml.safe_load(options.contract.read_text())
    cards = {r.name: yaml.safe_load((options.robots / f"{r.card}.yaml").read_text())
             for r in options.robot}  # fmt: skip
    from isaacsim import SimulationApp

    app = SimulationApp({"headless": options.headless})
    try:
        _run(app, options, contract, cards)
    finally:
        app.close()
    return 0


def _run(app: Any, options: Any, contract: dict[str, Any], cards: dict[str, Any]) -> None:
    import omni.graph.core as og
    import usdrt.Sdf
    from isaacsim.core.api import SimulationContext
    from isaacsim.core.prims import Articulation
    from isaacsim.core.utils.extensions import enable_extension
    from isaacsim.core.utils.stage import is_stage_loading, open_stage

    enable_extension("isaacsim.ros2.bridge")
    app.update()
    open_stage(str(options.world.resolve()))
    while is_stage_loading():
        app.update()
    lidars = {
        robot.name: _import(robot, cards[robot.name], options.robots, contract["stage"])
        for robot in options.robot
    }
    app.update()
    roots = {r.name: _root(f"{contract['stage']['robots']}/{r.name}") for r in options.robot}
    graphs = {"/Graphs/clock": clock_graph(contract)}
    for robot in options.robot:
        body = cards[robot.name].get("body", {})
        size = body.get("image_width", 320), body.get("image_height", 240)
        graphs[f"/Graphs/{robot.name}"] = graph_of(
            contract, robot.name, *size, lidars[robot.name], roots[robot.name]
        )
    keys = og.Controller.Keys
    for path, graph in graphs.items():
        targets = [(name, [usdrt.Sdf.Path(prim)]) for name, prim in graph.targets]
        og.Controller.edit(
            {"graph_path": path, "evaluator_name": "execution"},
            {
                keys.CREATE_NODES: graph.nodes,
                keys.CONNECT: graph.wires,
                keys.SET_VALUES: [*graph.values, *targets],
            },
        )
    context = SimulationContext(
        physics_dt=1.0 / STEPS, rendering_dt=1.0 / STEPS, stage_units_in_meters=1.0
    )
    context.initialize_physics()
    context.play()
    bodies = {name: Articulation(root) for name, root in roots.items()}
    for body in bodies.values():
        body.initialize()
    while app.is_running():
        for name, body in bodies.items():
            _drive(body, f"/Graphs/{name}/{node_name('cmd_vel')}", og)
        context.step(render=True)
    context.stop()


def _import(robot: Robot, card: dict[str, Any], folder: Path, stage: dict[str, str]) -> str:
    """Import a robot's URDF, put it at its start, add camera, lidar and label; return the lidar."""
    import omni.kit.commands
    from isaacsim.core.prims import SingleXFormPrim
    from isaacsim.core.utils.semantics import add_labels
    from isaacsim.core.utils.stage import add_reference_to_stage, get_current_stage
    from pxr import Gf, UsdGeom

    _, config = omni.kit.commands.execute("URDFCreateImportConfig")
    config.merge_fixed_joints = False
    config.fix_base = False
    config.import_inertia_tensor = True
    config.distance_scale = 1.0
    asset = Path(tempfile.mkdtemp(prefix="adhoc_isaac_")) / f"{robot.name}.usd"
    omni.kit.commands.execute(
        "URDFParseAndImportFile",
        urdf_path=str((folder / card["urdf"]).resolve()),
        import_config=config,
        dest_path=str(asset),
        get_articulation_root=True,
    )
    path = f"{stage['robots']}/{robot.name}"
    prim = add_reference_to_stage(str(asset), path)
    half = robot.yaw / 2.0
    turn = [math.cos(half), 0.0, 0.0, math.sin(half)]
    SingleXFormPrim(path, position=[robot.x, robot.y, 0.0], orientation=turn)
    add_labels(prim, ["Robot"])
    body = card.get("body", {})
    width, height = body.get("image_width", 320), body.get("image_height", 240)
    camera = UsdGeom.Camera.Define(get_current_stage(), f"{path}/{stage['camera']}")
    UsdGeom.XformCommonAPI(camera).SetRotate(Gf.Vec3f(*CAMERA_TURN))
    camera.CreateHorizontalApertureAttr(APERTURE)
    camera.CreateVerticalApertureAttr(APERTURE * height / width)
    camera.CreateFocalLengthAttr(focal_length(field_of_view(card, folder)))
    camera.CreateClippingRangeAttr(Gf.Vec2f(0.02, 100.0))
    link, _, lidar = stage["lidar"].rpartition("/")
    _, sensor = omni.kit.commands.execute(
        "IsaacSensorCreateRtxLidar",
        path=f"/{lidar}",
        parent=f"{path}/{link}",
        config=LIDAR,
        translation=(0.0, 0.0, body.get("scan_height", 0.25)),
        orientation=Gf.Quatd(1.0, 0.0, 0.0, 0.0),
    )
    return str(sensor.GetPath())


def _root(path: str) -> str:
    """Return the prim at or below a robot's that is the root of its articulation."""
    from isaacsim.core.utils.stage import get_current_stage
    from pxr import Usd, UsdPhysics

    prim = get_current_stage().GetPrimAtPath(path)
    for below in Usd.PrimRange(prim):
        if below.HasAPI(UsdPhysics.ArticulationRootAPI):
            return str(below.GetPath())
    raise RuntimeError(f"{path}: no articulation; expected one from the URDF importer")


def field_of_view(card: dict[str, Any], folder: Path) -> float:
    """Return how wide a robot's camera sees, radians: as its resume says, else its card."""
    if card.get("resume"):
        cameras = json.loads((folder / card["resume"]).read_text())["cameras"]
        if cameras:
            return float(cameras[0]["horizontal_fov"])
    return float(card.get("capability", {}).get("horizontal_fov", 1.2))


def focal_length(horizontal_fov: float) -> float:
    """Return the focal length, mm, that makes a field of view, radians."""
    return APERTURE / (2.0 * math.tan(horizontal_fov / 2.0))


def _drive(body: Any, node: str, og: Any) -> None:
    """Move a base over the floor as `cmd_vel` says, in the place of wheels and legs."""
    import numpy as np

    linear = og.Controller.attribute(f"{node}.outputs:linearVelocity").get()
    angular = og.Controller.attribute(f"{node}.outputs:angularVelocity").get()
    _, orientations = body.get_world_poses()
    w, x, y, z = (float(part) for part in orientations[0])
    yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    cos, sin = math.cos(yaw), math.sin(yaw)
    ahead, left = float(linear[0]), float(linear[1])
    falling = float(body.get_velocities()[0][2])
    velocity = (cos * ahead - sin * left, sin * ahead + cos * left, falling, 0.0, 0.0,
                float(angular[2]))  # fmt: skip
    body.set_velocities(np.array([velocity]))


if __name__ == "__main__":
    sys.exit(main())

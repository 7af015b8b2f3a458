# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write what was perceived into a folder: map, layers, scene graph, text, cloud, picture."""

import shutil
import tempfile
from pathlib import Path

from adhoc_teamwork.perception.map.map_files import write_layers, write_map
from adhoc_teamwork.perception.map.semantic_cloud import SemanticCloud
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.scene.graph_json import scene_graph_to_json
from adhoc_teamwork.perception.scene.graph_text import scene_graph_to_text
from adhoc_teamwork.teamwork.settings.config import ConfigError

MAP, PICTURE_OF_MAP, LAYERS = "map.yaml", "map.pgm", "semantic_map.npz"
GRAPH, TEXT, CLOUD, PICTURE = (
    "scene_graph.json", "scene_graph.txt", "cloud.ply", "scene.png",
)  # fmt: skip
WRITTEN = (MAP, PICTURE_OF_MAP, LAYERS, GRAPH, TEXT, CLOUD, PICTURE)


def write_artifacts(belief: Perception, stamp: float, title: str, out: Path) -> None:
    """Write every file of `WRITTEN` into a folder, or none.

    Args:
        belief: What was perceived.
        stamp: Of the map and the graph, seconds.
        title: Of the picture.
        out: The folder; made where missing, earlier files of the same names are replaced.

    Raises:
        ConfigError: The folder cannot be written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=out) as name:
            half = Path(name)
            _write_all(belief, stamp, title, half)
            for file in WRITTEN:
                shutil.move(half / file, out / file)
    except OSError as error:
        raise ConfigError(
            f"--out {out}: {error.strerror or error}; expected a folder to write to"
        ) from None


def _write_all(belief: Perception, stamp: float, title: str, folder: Path) -> None:
    # Imported here, as Matplotlib takes half a second to import.
    from adhoc_teamwork.perception.pictures.picture import draw_belief

    graph = belief.scene_graph(stamp)
    found = belief.object_room_map(stamp)
    write_map(found, folder / MAP)
    write_layers(found, folder / LAYERS)
    (folder / GRAPH).write_text(scene_graph_to_json(graph), encoding="utf-8")
    (folder / TEXT).write_text(scene_graph_to_text(graph), encoding="utf-8")
    _write_cloud(belief.semantic_cloud(), folder / CLOUD)
    draw_belief(found, graph, title, folder / PICTURE)


def _write_cloud(cloud: SemanticCloud, path: Path) -> None:
    """Write a cloud as PLY, with the number of its class and object at each point."""
    from adhoc_teamwork.teamwork.open3d_parts import write_point_cloud

    if len(cloud.positions) == 0:
        # Open3D writes no empty file, but a folder without one would look unfinished.
        path.write_text(_EMPTY_PLY, encoding="ascii")
    elif not write_point_cloud(str(path), cloud.to_open3d()):
        raise OSError(f"{path.name} could not be written")


_EMPTY_PLY = """\
ply
format ascii 1.0
element vertex 0
property float x
property float y
property float z
end_header
"""

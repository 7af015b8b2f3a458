# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The scene graph as JSON: written for people and programs, read back without loss.

Numbers that are not known (a surface never seen) are null.
"""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

from adhoc_teamwork.teamwork.scene import SceneGraph
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config, read_text
from adhoc_teamwork.teamwork.settings.parsing import parse_json


def scene_graph_to_json(graph: SceneGraph) -> str:
    """Return a scene graph as JSON text, one object or room with all its fields a time."""
    return json.dumps(_plain(asdict(graph)), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def scene_graph_from_json(text: str, source: str) -> SceneGraph:
    """Return the scene graph in a JSON text.

    Args:
        text: As `scene_graph_to_json` writes it; fields with a default may be left out.
        source: What to name in the error, usually the file.

    Raises:
        ConfigError: One line naming source, key and what was expected.
    """
    try:
        data = parse_json(text)
    except ValueError as error:
        raise ConfigError(f"{source}: not valid JSON: {error}") from None
    for item in _objects(data):
        if isinstance(item, dict) and item.get("support_height", 0.0) is None:
            item["support_height"] = math.nan
    return parse_config(data, SceneGraph, source)


def read_scene_graph(path: Path) -> SceneGraph:
    """Return the scene graph in a JSON file.

    Raises:
        ConfigError: The file cannot be read or is no scene graph.
    """
    return scene_graph_from_json(read_text(path), str(path))


def _objects(data: object) -> list[Any]:
    found = data.get("objects") if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def _plain(value: Any) -> Any:
    """Return a value with null in place of numbers that are not finite."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value

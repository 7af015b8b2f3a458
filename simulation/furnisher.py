"""Put common furniture along the walls of a drawn house, and common things on it."""

import math
from dataclasses import replace

import numpy as np

from simulation.assets import shipped_assets
from simulation.boxes import footprints_overlap, planar_distance
from simulation.coordinates import to_map_size
from simulation.house import Box, Surface
from simulation.house_drawing import HouseDrawing, RoomDrawing, Thing
from simulation.shapes import furniture_shape

_FURNITURE = {
    "LivingRoom": {
        "Sofa": "Pillow RemoteControl",
        "TVStand": "RemoteControl Vase",
        "ShelvingUnit": "Book Vase",
        "ArmChair": "Pillow",
        "SideTable": "Book",
        "HousePlant": "",
    },
    "Kitchen": {
        "Fridge": "",
        "CounterTop": "Bread Knife Pot Mug",
        "DiningTable": "Plate Apple Bowl",
        "Chair": "",
        "GarbageCan": "",
    },
    "Bedroom": {
        "Bed": "Pillow Book",
        "Desk": "Laptop Pencil Mug",
        "Dresser": "AlarmClock Candle",
        "Chair": "",
        "GarbageCan": "",
    },
    "Bathroom": {
        "Sink": "SoapBar",
        "Toilet": "ToiletPaper",
        "LaundryHamper": "",
        "GarbageCan": "",
    },
}
_SIZES = {"CounterTop": (1.83, 0.61, 0.94), "Sink": (0.6, 0.5, 0.95), "Bed": (1.4, 2.0, 0.7)}
"""Sizes (width, depth, height) where the mean of a type is of no use, metres."""

_FROM_WALL = 0.03
_FREE_AT_DOOR = 1.0
_PASSAGE = 0.75
"""Free floor kept between two pieces of furniture that do not touch, metres."""

_TRIES = 60
_HIGHEST = 1.0


def furnish(drawing: HouseDrawing, rng: np.random.Generator) -> None:
    """Add furniture and small things to all rooms of a drawing; what does not fit is left out."""
    for room in drawing.rooms:
        boxes: list[Box] = []
        for category, contents in _FURNITURE.get(room.room_type, {}).items():
            placed = _against_wall(category, room, drawing, boxes, rng)
            if placed is not None:
                thing, box = placed
                boxes.append(box)
                things = _contents(thing, box, contents.split(), rng)
                drawing.things.append(replace(thing, on_it=things))


def _against_wall(
    category: str,
    room: RoomDrawing,
    drawing: HouseDrawing,
    boxes: list[Box],
    rng: np.random.Generator,
) -> tuple[Thing, Box] | None:
    width, depth, height = _size(category)
    for _ in range(_TRIES):
        facing = float(rng.integers(4)) * math.pi / 2.0
        x, y = _place(room, facing, width, depth, float(rng.random()))
        box = Box(x, y, height / 2.0, width, depth, height, facing - math.pi / 2.0)
        if _free(box, room, drawing, boxes):
            return Thing(category, x, y, (width, depth, height), facing), box
    return None


def _place(
    room: RoomDrawing, facing: float, width: float, depth: float, share: float
) -> tuple[float, float]:
    """Return the middle of a thing whose back is at the wall that it faces away from."""
    off = depth / 2.0 + _FROM_WALL
    side = width / 2.0 + _FROM_WALL
    ahead_x, ahead_y = round(math.cos(facing)), round(math.sin(facing))
    along_x = room.x0 + side + share * max(0.0, room.x1 - room.x0 - 2.0 * side)
    along_y = room.y0 + side + share * max(0.0, room.y1 - room.y0 - 2.0 * side)
    x = {1: room.x0 + off, -1: room.x1 - off, 0: along_x}[ahead_x]
    y = {1: room.y0 + off, -1: room.y1 - off, 0: along_y}[ahead_y]
    return round(x, 2), round(y, 2)


def _free(box: Box, room: RoomDrawing, drawing: HouseDrawing, boxes: list[Box]) -> bool:
    cos, sin = abs(math.cos(box.yaw)), abs(math.sin(box.yaw))
    half_x = (cos * box.size_x + sin * box.size_y) / 2.0
    half_y = (sin * box.size_x + cos * box.size_y) / 2.0
    inside = (
        room.x0 <= box.x - half_x
        and box.x + half_x <= room.x1
        and room.y0 <= box.y - half_y
        and box.y + half_y <= room.y1
    )
    if not inside:
        return False
    if any(planar_distance(box, x, y) < _FREE_AT_DOOR for x, y, _ in drawing.doors):
        return False
    wide = replace(box, size_x=box.size_x + 2 * _PASSAGE, size_y=box.size_y + 2 * _PASSAGE)
    return not any(footprints_overlap(wide, other, 0.0) for other in boxes)


def _contents(
    thing: Thing, box: Box, categories: list[str], rng: np.random.Generator
) -> tuple[Thing, ...]:
    surfaces = furniture_shape(thing.category, box).surfaces
    surfaces = [s for s in surfaces if s.z <= _HIGHEST and s.headroom > 0.3 and s.in_view]
    placed: list[tuple[Thing, Box]] = []
    for category in categories:
        if not surfaces:
            break
        surface = surfaces[int(rng.integers(len(surfaces)))]
        for _ in range(_TRIES):
            small = _on_surface(category, surface, thing.facing, rng)
            if small is not None and not any(
                footprints_overlap(small[1], other, -0.03) for _, other in placed
            ):
                placed.append(small)
                break
    return tuple(small for small, _ in placed)


def _on_surface(
    category: str, surface: Surface, facing: float, rng: np.random.Generator
) -> tuple[Thing, Box] | None:
    width, depth, height = _size(category)
    room_x, room_y = (surface.size_x - width) / 2.0, (surface.size_y - depth) / 2.0
    if min(room_x, room_y) < 0.0 or height > surface.headroom:
        return None
    local_x, local_y = float(rng.uniform(-room_x, room_x)), float(rng.uniform(-room_y, room_y))
    cos, sin = math.cos(surface.yaw), math.sin(surface.yaw)
    x = round(surface.x + cos * local_x - sin * local_y, 3)
    y = round(surface.y + sin * local_x + cos * local_y, 3)
    box = Box(x, y, surface.z + height / 2.0, width, depth, height, surface.yaw)
    return Thing(category, x, y, (width, depth, height), facing, surface.z, pickupable=True), box


def _size(category: str) -> tuple[float, float, float]:
    """Return width, depth and height of a typical thing, metres."""
    if category in _SIZES:
        return _SIZES[category]
    asset = shipped_assets().typical(category)
    if asset is None:
        raise ValueError(f"no typical size of {category}")
    size = to_map_size(asset.extents)
    return (round(size.x, 3), round(size.y, 3), round(size.z, 3))

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects of a ProcTHOR house: what they are, their boxes, and what lies on what."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.simulation.houses.boxes import covers
from adhoc_teamwork.simulation.houses.house import Box, HouseObject, Surface
from adhoc_teamwork.simulation.houses.house_file.assets import Asset, AssetTable
from adhoc_teamwork.simulation.houses.house_file.coordinates import attitude, to_map
from adhoc_teamwork.simulation.houses.house_file.fields import (
    HEAVIEST,
    LARGEST,
    MOST_OBJECTS,
    Fields,
)
from adhoc_teamwork.simulation.houses.levels import Span
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of
from adhoc_teamwork.simulation.houses.shapes import furniture_shape
from adhoc_teamwork.simulation.houses.support import HIGHEST_GAP, laid_on, rest_on, surface_meant
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import room_id_at
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.settings.config import ConfigError

_ON_FLOOR = 0.1
"""A thing whose bottom is lower than this above the floor, metres, stands on the floor."""

_BESIDE_EXACT = 0.1
_BESIDE_MEAN = 0.25
"""How far outside its furniture's footprint, metres, a thing may be and still lie on it: boxes
are exact, or means of a family."""

_UNKNOWN_SMALL = (0.1, 0.1, 0.1)
_UNKNOWN_LARGE = (0.4, 0.6, 0.4)


@dataclass(frozen=True)
class _Item:
    """Hold one object as read, before it has a shape."""

    name: str
    asset_id: str
    asset: Asset
    box: Box
    mass: float
    room_hint: str
    children: tuple["_Item", ...] = ()


class _Reader:
    """Read the objects of one file; gathers names given and assets unknown."""

    def __init__(self, assets: AssetTable) -> None:
        self.assets = assets
        self.names: set[str] = set()
        self.count: defaultdict[str, int] = defaultdict(lambda: 1)
        self.unknown: list[str] = []

    def item(self, entry: Fields, nested: bool = False) -> _Item:
        """Return the object of an entry with what lies on it."""
        asset_id = entry.name("assetId", "")
        file_id = entry.name("id", asset_id)
        asset = self._asset(entry, asset_id, file_id, nested)
        children = () if nested else tuple(self.item(c, True) for c in entry.children("children"))
        position = entry.vector("position")
        turned = attitude(asset.extents, entry.vector("rotation", (0.0, 0.0, 0.0)))
        box = Box(*to_map(position), turned.size.x, turned.size.y, turned.size.z, turned.yaw)
        mass = entry.number("mass", self.assets.mass(asset.category, asset.extents))
        if not 0.0 <= mass <= HEAVIEST:
            raise entry.fail("mass", f"kilograms from 0 to {HEAVIEST:g}")
        hint = entry.name("roomId", "")
        return _Item(self._name(entry, file_id), asset_id, asset, box, mass, hint, children)

    def _asset(self, entry: Fields, asset_id: str, file_id: str, nested: bool) -> Asset:
        found = self.assets.find(asset_id)
        known = found or self._unknown_asset(entry, asset_id, file_id, nested)
        category = _stated_type(entry)
        if category and category != known.category:
            typical = self.assets.typical(category)
            known = replace(
                typical if typical and not found else known,
                category=category,
                pickupable=typical.pickupable if typical else known.pickupable,
            )
        extents = known.extents
        if "boundingBox" in entry:
            extents = entry.vector("boundingBox")
            if min(extents) <= 0.0 or max(extents) > LARGEST:
                raise entry.fail("boundingBox", f"extents above zero, up to {LARGEST:g} m")
        elif not known.exact and not nested:
            extents = _standing(extents, entry.vector("position")[1], known.category)
        return replace(
            known, extents=extents, pickupable=entry.flag("pickupable", known.pickupable)
        )

    def _unknown_asset(self, entry: Fields, asset_id: str, file_id: str, nested: bool) -> Asset:
        inline = _stated_type(entry)
        if not (inline and "boundingBox" in entry):
            self.unknown.append(asset_id or file_id)
        category = inline or guess_category((file_id, asset_id), self.assets.types)
        typical = self.assets.typical(category)
        return typical or Asset(category, _UNKNOWN_SMALL if nested else _UNKNOWN_LARGE, False)

    def _name(self, entry: Fields, file_id: str) -> str:
        """Return an object's own id, or a name for one that has none."""
        if len(self.names) >= MOST_OBJECTS:
            raise ConfigError(f"{entry.source}: objects: expected at most {MOST_OBJECTS}")
        name = file_id or "object"
        while name in self.names:
            if entry.data.get("id"):
                raise entry.fail("id", "an id that no other object has")
            self.count[file_id] += 1
            name = f"{file_id}#{self.count[file_id]}"
        self.names.add(name)
        return name


def read_objects(
    house: Fields, rooms: Sequence[Room], room_ids: dict[str, str], assets: AssetTable
) -> tuple[tuple[HouseObject, ...], list[str]]:
    """Return all objects of a house file in `map`, and what had to be guessed, a line each.

    Raises:
        ConfigError: An object has a value of the wrong kind.
    """
    reader = _Reader(assets)
    items = [reader.item(entry) for entry in house.children("objects", most=MOST_OBJECTS)]
    objects: list[HouseObject] = []
    for item in items:
        objects += _furnish(item)
    objects = _supported(objects)
    hints = {
        i.name: room_ids.get(i.room_hint, "") for item in items for i in (item, *item.children)
    }
    there = {o.name: room_id_at(rooms, Point(o.box.x, o.box.y)) for o in objects}
    placed = tuple(replace(o, room_id=there[o.name] or hints[o.name]) for o in objects)
    warnings = []
    if reader.unknown:
        names = sorted(set(reader.unknown))
        examples = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        warnings.append(
            f"{len(reader.unknown)} of {len(placed)} objects have unknown assets ({examples}); "
            "each is kept with the mean box of its type, or a default one"
        )
    return placed, warnings


def _stated_type(entry: Fields) -> str:
    """Return the type that an object states, without the mark of Objaverse's (ObjaBook), or ""."""
    return re.sub(r"^Obja(?=[A-Z])", "", entry.name("objectType", ""))


def _standing(
    extents: tuple[float, float, float], centre: float, category: str
) -> tuple[float, float, float]:
    """Take the height of a thing that stands on the floor from the height of its centre."""
    height = 2.0 * centre
    profile = profile_of(category)
    trusted = 2.5 if profile is Profile.SOLID else 4.0
    if profile is Profile.ON_WALL or not 1.0 / trusted < height / extents[1] < trusted:
        return extents
    return (extents[0], height, extents[2])


def _furnish(item: _Item) -> list[HouseObject]:
    """Return a piece of furniture, shaped to what lies on it, with these things laid to rest."""
    beside = _BESIDE_EXACT if item.asset.exact else _BESIDE_MEAN
    on_it = [child for child in item.children if covers(item.box, child.box.x, child.box.y, beside)]
    spans = [
        Span(child.box.bottom - item.box.bottom, child.box.top - item.box.bottom) for child in on_it
    ]
    layout = re.match(r"Countertop_([LC])_", item.asset_id)
    solids: tuple[Box, ...] = (item.box,)
    surfaces: tuple[Surface, ...] = ()
    if not item.asset.pickupable or profile_of(item.asset.category) is Profile.CONTAINER:
        built = furniture_shape(item.asset.category, item.box, spans, layout[1] if layout else "")
        solids, surfaces = tuple(built.solids), tuple(built.surfaces)
    furniture = _object(item, item.box, solids, surfaces, "")
    objects = [furniture]
    for child in item.children:
        rested = rest_on(child.box, furniture, beside) if child in on_it else None
        fixed = child in on_it and not (child.asset.pickupable and surfaces)
        lies_on = item.name if rested or fixed else ""
        objects.append(_shaped(child, rested or child.box, lies_on))
    if item.asset.pickupable:
        objects[0] = replace(furniture, surfaces=())
    return objects


def _shaped(item: _Item, box: Box, parent: str) -> HouseObject:
    solids: tuple[Box, ...] = (box,)
    if not item.asset.pickupable:
        solids = tuple(furniture_shape(item.asset.category, box).solids)
    return _object(item, box, solids, (), parent)


def _object(
    item: _Item, box: Box, solids: tuple[Box, ...], surfaces: tuple[Surface, ...], parent: str
) -> HouseObject:
    asset = item.asset
    if profile_of(asset.category) is Profile.ON_WALL:
        solids, surfaces = (), ()
    return HouseObject(
        item.name,
        asset.category,
        box,
        solids,
        surfaces,
        asset.pickupable,
        item.mass,
        parent,
    )


def _supported(objects: list[HouseObject]) -> list[HouseObject]:
    """Find what things listed without a parent lie on; small ones without support fall."""
    result = []
    carriers = {s: thing.name for thing in objects for s in thing.surfaces}
    near = _Nearby(tuple(carriers))
    for thing in objects:
        box = thing.box
        loose = not thing.parent and not thing.surfaces and len(thing.solids) == 1
        if not loose or box.bottom < _ON_FLOOR:
            result.append(_on_floor(thing) if loose and thing.pickupable else thing)
            continue
        surface = surface_meant(box, near.to(box))
        if surface is not None and (thing.pickupable or box.bottom - surface.z <= HIGHEST_GAP):
            box = laid_on(box, surface)
            thing = replace(thing, box=box, solids=(box,), parent=carriers[surface])
        elif thing.pickupable:
            thing = _on_floor(thing)
        result.append(thing)
    return result


class _Nearby:
    """Find the surfaces that may reach to a place, in their order, without looking at each."""

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        self._surfaces = surfaces
        self._x = np.array([s.x for s in surfaces])
        self._y = np.array([s.y for s in surfaces])
        self._radius = np.array([0.51 * math.hypot(s.size_x, s.size_y) + 0.01 for s in surfaces])

    def to(self, box: Box) -> list[Surface]:
        away = np.hypot(self._x - box.x, self._y - box.y)
        return [self._surfaces[i] for i in np.flatnonzero(away <= self._radius)]


def _on_floor(thing: HouseObject) -> HouseObject:
    box = replace(thing.box, z=thing.box.size_z / 2.0)
    return replace(thing, box=box, solids=(box,))


_OTHER_NAMES = {
    "bookshelf": "ShelvingUnit",
    "bookcase": "ShelvingUnit",
    "shelvingunit": "ShelvingUnit",
    "couch": "Sofa",
    "tv": "Television",
    "monitor": "Television",
    "nightstand": "SideTable",
    "endtable": "SideTable",
    "trashcan": "GarbageCan",
    "wastebasket": "GarbageCan",
    "refrigerator": "Fridge",
    "plant": "HousePlant",
    "lamp": "FloorLamp",
    "sculpture": "Statue",
    "photoframe": "Painting",
    "picture": "Painting",
    "blanket": "Cloth",
    "magazine": "Newspaper",
    "basketball": "BasketBall",
}
_MEANINGLESS = {"small", "object", "obj", "asset", "prefab", "room"}


def guess_category(texts: Iterable[str], known: Iterable[str]) -> str:
    """Return the first known type that the end of one of the texts names, else a made-up name.

    "50 inch tv-0|tv_stand-0 (living room)" gives Television: what stands before `|`, without
    brackets and numbers, is read from its last words on.

    Args:
        texts: Ids and names of the object, the most telling first.
        known: Types that there are.
    """
    by_name = {name.lower(): name for name in known} | _OTHER_NAMES
    made_up = ""
    for text in texts:
        words = _words(text)
        for start in range(len(words)):
            found = by_name.get("".join(words[start:]))
            if found:
                return found
        if words and not made_up and len("".join(words)) > 2 and words[0] not in _MEANINGLESS:
            made_up = "".join(word.capitalize() for word in words)
    return made_up or "Object"


def _words(text: str) -> list[str]:
    name = re.sub(r"\(.*\)", "", text.split("|")[0])
    if re.fullmatch(r"\s*(?=\w*\d)[0-9a-f]{16,}\s*", name):
        return []
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return [word.lower() for word in re.findall(r"[A-Za-z]+", spaced)]

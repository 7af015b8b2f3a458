# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hierarchical scene graph: house, rooms, receptacles, objects (paper section IV-C)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import networkx as nx

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.perception.rooms.found_rooms import Rooms
from adhoc_teamwork.perception.rooms.room_types import infer_room_type
from adhoc_teamwork.perception.scene.describing import Describer
from adhoc_teamwork.perception.scene.relations import near_pairs
from adhoc_teamwork.teamwork.scene import (
    FLOOR,
    Detection,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)

HOUSE = "house"


def build_scene_graph(
    objects: Sequence[KnownObject],
    rooms: Rooms,
    config: PerceptionConfig,
    stamp: float,
    describer: Describer | None = None,
) -> SceneGraph:
    """Return what is known as a scene graph, at `stamp` in seconds of the ROS clock.

    With the describer of the last time only what changed since is described anew.
    """
    describer = describer or Describer(config)
    details = describer.describe(objects, rooms.rooms)
    typed = _typed(rooms, details)
    types = {"": "", **{room.room_id: room.room_type for room in typed}}
    detections = tuple(describer.with_room_type(d, types[d.room]) for d in details)
    known = {*types, *(detection.object_id for detection in detections)}
    relations = [
        *(Relation(d.object_id, d.relation, d.receptacle) for d in detections if d.relation),
        *(link for link in rooms.connections if {link.subject, link.object} <= known),
        *_near(objects, detections, config),
    ]
    return SceneGraph(stamp, typed, detections, tuple(relations))


def hierarchy(graph: SceneGraph) -> nx.DiGraph:
    """Return the house, its rooms and what they hold as a graph; edges go from holder to held.

    Room nodes carry `room` (a Room), object nodes `detection` (a Detection). What is in no known
    room hangs on the house.
    """
    tree = nx.DiGraph()
    tree.add_node(HOUSE)
    for room in graph.rooms:
        tree.add_node(room.room_id, room=room)
        tree.add_edge(HOUSE, room.room_id)
    for detection in graph.objects:
        tree.add_node(detection.object_id, detection=detection)
    for detection in graph.objects:
        holders = (detection.receptacle, detection.room)
        holder = next((name for name in holders if name != FLOOR and name in tree), HOUSE)
        tree.add_edge(holder, detection.object_id)
    return tree


def _typed(rooms: Rooms, details: Sequence[Detection]) -> tuple[Room, ...]:
    """Return the rooms with what the things in them say they are for."""
    held: dict[str, list[str]] = {}
    for detail in details:
        if detail.status is Presence.PRESENT:
            held.setdefault(detail.room, []).append(detail.category)
    typed = []
    shares = rooms.explored or (0.0,) * len(rooms.rooms)
    for room, share in zip(rooms.rooms, shares, strict=True):
        kind, confidence = _purpose(tuple(held.get(room.room_id, ())))
        typed.append(replace(room, room_type=kind, type_confidence=confidence, explored=share))
    return tuple(typed)


@lru_cache(maxsize=256)
def _purpose(categories: tuple[str, ...]) -> tuple[str, float]:
    """Return what a room with such things is for, and how sure that is; things seldom change."""
    return infer_room_type(categories)


def _near(
    objects: Sequence[KnownObject], detections: Sequence[Detection], config: PerceptionConfig
) -> Iterator[Relation]:
    """Yield NEAR between things of one room, none of which carries the other."""
    # Those on two sides of a wall are not near.
    present = [
        (known, detection)
        for known, detection in zip(objects, detections, strict=True)
        if known.status is Presence.PRESENT
    ]
    for first, second in near_pairs([known for known, _ in present], config):
        one, other = present[first][1], present[second][1]
        carried = one.object_id == other.receptacle or other.object_id == one.receptacle
        if one.room == other.room and not carried:
            yield Relation(one.object_id, Predicate.NEAR, other.object_id)

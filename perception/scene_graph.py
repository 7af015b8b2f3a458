"""The hierarchical scene graph: house, rooms, receptacles, objects (paper section IV-C)."""

from collections.abc import Sequence
from dataclasses import replace

import networkx as nx

from perception.config import PerceptionConfig
from perception.describing import Describer
from perception.objects import KnownObject
from perception.relations import near_pairs
from perception.room_types import infer_room_type
from teamwork.scene import (
    FLOOR,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)

HOUSE = "house"


def build_graph(
    objects: Sequence[KnownObject],
    rooms: Sequence[Room],
    connections: Sequence[Relation],
    explored: Sequence[float],
    config: PerceptionConfig,
    describer: Describer | None = None,
) -> nx.DiGraph:
    """Return the graph; nodes are ids, edges point from container to content.

    With the describer of the last time only what changed since is described anew.

    Room nodes carry `room` (a Room), object nodes `detection` (a Detection); edges carry
    `predicate`, which is CONNECTED or NEAR between equals and None from house and rooms.
    """
    graph = nx.DiGraph()
    graph.add_node(HOUSE)
    describer = describer or Describer(config)
    details = describer.describe(objects, rooms)
    shares = explored or [0.0] * len(rooms)
    held: dict[str, list[str]] = {}
    for detail in details:
        if detail.status is Presence.PRESENT:
            held.setdefault(detail.room, []).append(detail.category)
    types = {"": ""}
    for room, share in zip(rooms, shares, strict=True):
        kind, confidence = infer_room_type(held.get(room.room_id, ()))
        types[room.room_id] = kind
        typed = replace(room, room_type=kind, type_confidence=confidence, explored=share)
        graph.add_node(room.room_id, room=typed)
        graph.add_edge(HOUSE, room.room_id, predicate=None)
    for detail in details:
        typed_detail = describer.with_room_type(detail, types[detail.room])
        graph.add_node(detail.object_id, detection=typed_detail)
    for detail in details:
        carrier = detail.receptacle if detail.receptacle not in ("", FLOOR) else detail.room
        graph.add_edge(carrier or HOUSE, detail.object_id, predicate=detail.relation)
    for relation in connections:
        if relation.subject in graph and relation.object in graph:
            graph.add_edge(relation.subject, relation.object, predicate=relation.predicate)
    _add_near(graph, objects, config)
    return graph


def to_scene_graph(graph: nx.DiGraph, stamp: float) -> SceneGraph:
    """Return the graph as the vocabulary's SceneGraph, at `stamp` in seconds of the ROS clock."""
    rooms = tuple(room for _, room in graph.nodes(data="room") if room)
    detections = {name: found for name, found in graph.nodes(data="detection") if found}
    relations = []
    for start, end, predicate in graph.edges(data="predicate"):
        if predicate in (Predicate.ON, Predicate.IN):
            relations.append(Relation(end, predicate, detections[end].receptacle))
        elif predicate is not None:
            relations.append(Relation(start, predicate, end))
    return SceneGraph(stamp, rooms, tuple(detections.values()), tuple(relations))


def _add_near(graph: nx.DiGraph, objects: Sequence[KnownObject], config: PerceptionConfig) -> None:
    """Add NEAR between things of one room: those on two sides of a wall are not near."""
    rooms = {name: found.room for name, found in graph.nodes(data="detection") if found}
    present = [known for known in objects if known.status is Presence.PRESENT]
    for first, second in near_pairs(present, config):
        one, other = present[first].object_id, present[second].object_id
        if rooms[one] == rooms[other] and not graph.has_edge(one, other):
            graph.add_edge(one, other, predicate=Predicate.NEAR)

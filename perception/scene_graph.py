"""The hierarchical scene graph: house, rooms, receptacles, objects (paper section IV-C)."""

from collections.abc import Sequence
from dataclasses import replace

import networkx as nx

from perception.config import PerceptionConfig
from perception.describing import Describer
from perception.objects import KnownObject
from perception.relations import near_relations
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
    for room, share in zip(rooms, shares, strict=True):
        kind, confidence = infer_room_type(
            d.category for d in details if d.room == room.room_id and d.status is Presence.PRESENT
        )
        typed = replace(room, room_type=kind, type_confidence=confidence, explored=share)
        graph.add_node(room.room_id, room=typed)
        graph.add_edge(HOUSE, room.room_id, predicate=None)
    for detail in details:
        kind = graph.nodes[detail.room]["room"].room_type if detail.room else ""
        graph.add_node(detail.object_id, detection=describer.with_room_type(detail, kind))
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
    rooms = tuple(data["room"] for _, data in graph.nodes(data=True) if "room" in data)
    objects = tuple(data["detection"] for _, data in graph.nodes(data=True) if "detection" in data)
    relations = []
    for start, end, predicate in graph.edges(data="predicate"):
        if predicate in (Predicate.ON, Predicate.IN):
            detection = graph.nodes[end]["detection"]
            relations.append(Relation(end, predicate, detection.receptacle))
        elif predicate is not None:
            relations.append(Relation(start, predicate, end))
    return SceneGraph(stamp, rooms, objects, tuple(relations))


def _add_near(graph: nx.DiGraph, objects: Sequence[KnownObject], config: PerceptionConfig) -> None:
    """Add NEAR between things of one room: those on two sides of a wall are not near."""
    rooms = {known.object_id: graph.nodes[known.object_id]["detection"].room for known in objects}
    present = [known for known in objects if known.status is Presence.PRESENT]
    for relation in near_relations(present, config):
        one, other = relation.subject, relation.object
        if rooms[one] == rooms[other] and not graph.has_edge(one, other):
            graph.add_edge(one, other, predicate=relation.predicate)

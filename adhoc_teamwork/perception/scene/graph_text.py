# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The scene graph in the few lines that a prompt has room for.

The text is perception's own: it says what one robot sees, without the planner's knowledge of team
and plans. The planner words its prompts from the same graph with templates of its own.
"""

from collections.abc import Iterable

from adhoc_teamwork.teamwork.scene import (
    FLOOR,
    Detection,
    Misplaced,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)


def scene_graph_to_text(graph: SceneGraph) -> str:
    """Return rooms, what is in each, and what is near what; lengths in metres."""
    lines: list[str] = []
    for room in graph.rooms:
        lines.append(_room_line(room, graph.relations))
        lines += _lines_of(graph, (o for o in graph.objects if o.room == room.room_id))
    elsewhere = [o for o in graph.objects if graph.room(o.room) is None]
    if elsewhere:
        lines.append("In no known room:")
        lines += _lines_of(graph, elsewhere)
    near = [f"{r.subject} - {r.object}" for r in graph.relations if r.predicate is Predicate.NEAR]
    if near:
        lines.append(f"Near each other: {', '.join(near)}.")
    return "\n".join(lines) + "\n" if lines else "Nothing is known yet.\n"


def _room_line(room: Room, relations: Iterable[Relation]) -> str:
    kind = (
        f"{room.room_type}, {room.type_confidence:.0%} sure" if room.room_type else "type unknown"
    )
    beside = sorted(
        r.object if r.subject == room.room_id else r.subject
        for r in relations
        if r.predicate is Predicate.CONNECTED and room.room_id in (r.subject, r.object)
    )
    leads = f"; leads to {', '.join(beside)}" if beside else ""
    return f"{room.room_id} ({kind}; {room.explored:.0%} explored{leads}):"


def _lines_of(graph: SceneGraph, objects: Iterable[Detection]) -> list[str]:
    """Return one line an object, each under what carries it."""
    here = {o.object_id: o for o in objects}
    content: dict[str, list[Detection]] = {}
    for item in here.values():
        carrier = item.receptacle if item.receptacle in here else ""
        content.setdefault(carrier, []).append(item)
    lines: list[str] = []

    def write(carrier: str, depth: int, above: frozenset[str]) -> None:
        for item in sorted(content.get(carrier, []), key=_rank):
            lines.append(f"{'  ' * depth}- {_describe(graph, item)}")
            if item.object_id not in above:
                write(item.object_id, depth + 1, above | {item.object_id})

    write("", 1, frozenset())
    return lines or ["  - nothing known"]


def _rank(item: Detection) -> tuple[bool, str]:
    return (not item.is_receptacle, item.object_id)


def _describe(graph: SceneGraph, item: Detection) -> str:
    at = f"({item.position.x:.1f}, {item.position.y:.1f}, {item.position.z:.1f})"
    words = [f"{item.object_id} at {at}"]
    if item.status is Presence.HELD:
        words.append("held by a robot")
    elif item.status is Presence.GONE:
        words.append("gone from there")
    elif item.receptacle == FLOOR:
        words.append("on the floor")
    elif item.relation is not None and graph.object(item.receptacle) is not None:
        words.append(f"{item.relation.value.lower()} {item.receptacle}")
    if item.misplaced is Misplaced.YES:
        words.append(f"OUT OF PLACE{f': {item.reason}' if item.reason else ''}")
    return ", ".join(words)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The scene graph as the lines of a tree: rooms, what stands in them, what lies on and in that."""

from dataclasses import dataclass

from adhoc_teamwork.perception.scene.scene_graph import HOUSE, hierarchy
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence, SceneGraph


@dataclass(frozen=True)
class Entry:
    """Hold one line; `number` is 0 for rooms and furniture, `object_id` empty for rooms."""

    text: str
    depth: int
    object_id: str = ""
    number: int = 0
    misplaced: bool = False


def tree_of(graph: SceneGraph) -> list[Entry]:
    """Return the lines of the tree, rooms in order, small things numbered from 1."""
    entries: list[Entry] = []
    tree = hierarchy(graph)
    count = 0

    def held_by(holder: str) -> list[Detection]:
        found = (tree.nodes[name].get("detection") for name in tree.successors(holder))
        return sorted(filter(None, found), key=lambda o: (o.pickupable, o.object_id))

    def write(holder: str, depth: int, above: frozenset[str]) -> None:
        nonlocal count
        for item in held_by(holder):
            if item.object_id in above:
                continue
            number = 0
            if item.pickupable and item.status is Presence.PRESENT:
                count += 1
                number = count
            entries.append(_entry(item, depth, number))
            write(item.object_id, depth + 1, above | {item.object_id})

    for room in graph.rooms:
        kind = f"  {room.room_type}" if room.room_type else ""
        entries.append(Entry(f"{room.room_id}{kind}", 0))
        write(room.room_id, 1, frozenset())
    if held_by(HOUSE):
        entries.append(Entry("in no known room", 0))
        write(HOUSE, 1, frozenset())
    return entries


def _entry(item: Detection, depth: int, number: int) -> Entry:
    words = [f"{number}  {item.object_id}" if number else item.object_id]
    if item.relation is Predicate.IN:
        words.append("(in)")
    if item.status is Presence.HELD:
        words.append("(held)")
    elif item.status is Presence.GONE:
        words.append("(gone)")
    is_wrong = item.misplaced is Misplaced.YES
    if is_wrong:
        words.append("out of place")
    return Entry(" ".join(words), depth, item.object_id, number, is_wrong)

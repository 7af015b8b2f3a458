# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures of one exploration: what perception reports against what is true and was shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import numpy as np

from adhoc_teamwork.measuring.perception.matching import Matching, distance, match
from adhoc_teamwork.measuring.perception.truth import TrueObject
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, SceneGraph


@dataclass(frozen=True)
class Tally:
    """Count right ones among all, of each kind; tallies add up over houses.

    Attributes:
        visible: Things that the exploration showed.
        found: Those of them that are reported.
        reported: Objects reported as being there.
        true_reports: Those of them that stand for a thing of the house.
        doubles: Those of them that stand for a thing that another one stands for.
        errors: Distances of reported positions from the middles of true boxes, metres.
        relations: Visible things found whose ON or IN was judged.
        right_relations: Those with the right relation to the right receptacle.
        rooms: Visible things found that are in a room.
        right_rooms: Those reported in it.
        free_both: Cells free on the map and visibly free.
        free_any: Cells free on the map or visibly free.
        misses: What went wrong, a line each, for people.
    """

    visible: int = 0
    found: int = 0
    reported: int = 0
    true_reports: int = 0
    doubles: int = 0
    errors: tuple[float, ...] = ()
    relations: int = 0
    right_relations: int = 0
    rooms: int = 0
    right_rooms: int = 0
    free_both: int = 0
    free_any: int = 0
    misses: tuple[str, ...] = field(default=(), repr=False)

    def __add__(self, other: "Tally") -> "Tally":
        """Return both together."""
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)))

    @property
    def recall(self) -> float:
        """Return the share of visible things that are reported."""
        return _share(self.found, self.visible)

    @property
    def precision(self) -> float:
        """Return the share of reports that stand for a thing of their own."""
        return _share(self.true_reports, self.reported)

    @property
    def position_error(self) -> float:
        """Return the median error of position, metres."""
        return float(np.median(self.errors)) if self.errors else 0.0

    @property
    def relation_share(self) -> float:
        """Return the share of right relations."""
        return _share(self.right_relations, self.relations)

    @property
    def room_share(self) -> float:
        """Return the share of right rooms."""
        return _share(self.right_rooms, self.rooms)

    @property
    def free_iou(self) -> float:
        """Return intersection over union of the free floor."""
        return _share(self.free_both, self.free_any)


def score(
    graph: SceneGraph,
    truth: Mapping[str, TrueObject],
    visible: frozenset[str],
    free: tuple[int, int],
    room_names: Mapping[str, str],
) -> Tally:
    """Return the figures of one belief.

    Args:
        graph: What perception reports.
        truth: All that is in the house, by name.
        visible: Names of what the exploration showed.
        free: Cells free in both and in any, see `VisibleFloor.agreement`.
        room_names: Reported rooms' ids to true ones; ids that are left out mean themselves.
    """
    reports = [o for o in graph.objects if o.status is Presence.PRESENT]
    matching = match(reports, truth)
    judged = [(report, truth[name]) for report, name in matching.pairs if name in visible]
    found = {thing.name for _, thing in judged}
    relations = [
        (report, thing)
        for report, thing in judged
        if thing.is_carried and (thing.carrier == FLOOR or thing.carrier in visible)
    ]
    names = {report.object_id: name for report, name in matching.pairs}
    wrong = [pair for pair in relations if not _relation_right(*pair, names)]
    in_rooms = [(report, thing) for report, thing in judged if thing.room]
    astray = [
        (report, thing)
        for report, thing in in_rooms
        if room_names.get(report.room, report.room) != thing.room
    ]
    return Tally(
        visible=len(visible),
        found=len(found),
        reported=len(reports),
        true_reports=len(matching.pairs),
        doubles=len(matching.doubles),
        errors=tuple(distance(report, thing) for report, thing in judged),
        relations=len(relations),
        right_relations=len(relations) - len(wrong),
        rooms=len(in_rooms),
        right_rooms=len(in_rooms) - len(astray),
        free_both=free[0],
        free_any=free[1],
        misses=(
            *_missed(matching, truth, visible - found),
            *(_says(report, thing, names) for report, thing in wrong),
            *(f"room: {t.name} in {t.room}, reported in {r.room or 'none'}" for r, t in astray),
        ),
    )


def _relation_right(report: Detection, thing: TrueObject, names: Mapping[str, str]) -> bool:
    carrier = FLOOR if report.receptacle == FLOOR else names.get(report.receptacle, "")
    return carrier == thing.carrier and report.relation is thing.relation


def _says(report: Detection, thing: TrueObject, names: Mapping[str, str]) -> str:
    reported = names.get(report.receptacle, report.receptacle) or "nothing"
    return (
        f"relation: {thing.name} {thing.relation.value} {thing.carrier}, "
        f"reported {report.relation.value if report.relation else '-'} {reported}"
    )


def _missed(
    matching: Matching, truth: Mapping[str, TrueObject], missing: frozenset[str]
) -> list[str]:
    lines = [f"not found: {name} at {_place(truth[name])}" for name in sorted(missing)]
    for word, reports in (("twice", matching.doubles), ("not there", matching.phantoms)):
        for report in reports:
            p, s = report.position, report.size
            lines.append(
                f"{word}: {report.object_id} at ({p.x:.2f}, {p.y:.2f}, {p.z:.2f}), "
                f"{s.x:.2f} x {s.y:.2f} x {s.z:.2f} m, confidence {report.confidence:.2f}"
            )
    return lines


def _place(thing: TrueObject) -> str:
    box = thing.box
    return f"({box.x:.2f}, {box.y:.2f}, {box.z:.2f}), in {thing.carrier}"


def _share(part: int, whole: int) -> float:
    """Return a share from 0 to 1; 1 of nothing."""
    return part / whole if whole else 1.0

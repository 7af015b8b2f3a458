# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw a failure from above, as SVG: rooms, furniture as told, ways, where it went wrong."""

from collections.abc import Iterator, Sequence
from html import escape

from adhoc_teamwork.bringup.run_record.events import Source
from adhoc_teamwork.bringup.team_console.things import Things
from adhoc_teamwork.bringup.trials.facts import RunFacts, Way
from adhoc_teamwork.bringup.trials.outcomes import ObjectCourse, ObjectOutcome
from adhoc_teamwork.teamwork.recordings.account import Deed
from adhoc_teamwork.teamwork.text.plain_text import one_line

MARGIN = 0.4
"""Metres around what is drawn."""
ROBOT_COLORS = 8
"""The theme's --r0 to --r7."""
_STYLE = """
.map .room { fill: var(--room, #fbfbf9); stroke: var(--wall, #7c847d); stroke-width: .05 }
.map .furniture { fill: var(--furniture, #e6e8e3); stroke: var(--furniture-line, #c3c8c0);
  stroke-width: .02 }
.map .way { fill: none; stroke-width: .05; stroke-linejoin: round; opacity: .75 }
.map text { font: .26px system-ui, sans-serif; fill: var(--text, #1c211d) }
.map .start { fill: var(--misplaced, #c46a00) }
.map .end { fill: none; stroke: var(--misplaced, #c46a00); stroke-width: .06 }
.map .failed { stroke: var(--bad, #a12d24); stroke-width: .07; fill: none }
.map .aim { stroke: var(--bad, #a12d24); stroke-width: .02; stroke-dasharray: .08 .06 }
"""

Corner = tuple[float, float]


def draw_failure(facts: RunFacts, outcome: ObjectOutcome) -> str:
    """Return the picture of what became of an object; y is up, a unit is a metre."""
    item = next(m for m in facts.task.misplaced if m.object == outcome.object)
    course = ObjectCourse(facts, item)
    rooms = list(_rooms(facts))
    corners = [corner for room in rooms for corner in room]
    corners += [(x, y) for way in facts.ways.values() for _, x, y in way]
    start, end = course.place_at(0.0), course.place_at(float("inf"))
    corners += [place for place in (start, end) if place is not None]
    x0, y0, x1, y1 = _bounds(corners)
    middle = (x0 + x1) / 2.0
    parts = [
        f'<svg class="map" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="{x0:.2f} {-y1:.2f} {x1 - x0:.2f} {y1 - y0:.2f}">',
        f"<title>{_words(f'{outcome.category}: {outcome.end.meaning}')}</title>",
        f"<style>{_STYLE}</style>",
        *(_polygon("room", room) for room in rooms),
        *(_polygon("furniture", box) for box in _furniture(facts)),
        *_ways(facts, middle),
    ]
    for number, deed in enumerate(_failures(course, outcome), 1):
        parts += _failure(number, deed, facts.ways.get(deed.robot, ()), start)
    if end is not None and end != start:
        parts.append(f'<circle class="end" cx="{end[0]:.2f}" cy="{-end[1]:.2f}" r=".16"/>')
    if start is not None:
        parts += _diamond(start, outcome.category, middle)
    return "\n".join([*parts, "</svg>"])


def _rooms(facts: RunFacts) -> Iterator[list[Corner]]:
    plans = [e for e in facts.events if (e.source, e.kind) == (Source.RUN, "floor_plan")]
    for room in plans[-1].data.get("rooms", ()) if plans else ():
        if len(room["outline"]) > 2:
            yield [(float(x), float(y)) for x, y in room["outline"]]


def _furniture(facts: RunFacts) -> Iterator[list[Corner]]:
    """Yield the floor of every receptacle as the team last told of it."""
    things, last = Things(), {}
    for event in facts.events:
        for told in event.data.get("detections", ()):
            session = int(event.data.get("session", 0))
            noted = things.note(event.robot, session, told) if told.get("is_receptacle") else None
            if noted is not None:
                last[noted[0]] = noted[1]
    for thing in last.values():
        size = [*(thing["size"] or (0.3, 0.3))][:2]
        (x, y), (w, h) = thing["position"][:2], ((one or 0.3) / 2.0 for one in size)
        yield [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


def _ways(facts: RunFacts, middle: float) -> Iterator[str]:
    names = [robot.name for robot in facts.task.robots]
    for name, way in sorted(facts.ways.items()):
        color = (names.index(name) if name in names else len(names)) % ROBOT_COLORS
        points = " ".join(f"{x:.2f},{-y:.2f}" for _, x, y in way)
        yield f'<polyline class="way" stroke="var(--r{color})" points="{points}"/>'
        if way:
            x, y = way[-1][1:]
            yield f'<circle fill="var(--r{color})" cx="{x:.2f}" cy="{-y:.2f}" r=".12"/>'
            yield _label((x, y), name, middle)


def _failures(course: ObjectCourse, outcome: ObjectOutcome) -> list[Deed]:
    """Return what failed about the object: to get it, and by who held it, to bring it away."""
    held = [move.time for move in course.moves if move.kind == "grasp"]
    carried = [
        d for d in course.facts.deeds
        if held and d.failed and d.robot == outcome.robot and d.began >= held[-1]
    ]  # fmt: skip
    attempts = [d for d in course.attempts() if d.failed]
    return sorted({*attempts, *carried}, key=lambda deed: deed.ended or 0.0)


def _failure(number: int, deed: Deed, way: Way, start: Corner | None) -> Iterator[str]:
    """Yield a numbered cross where the robot stood, and a line to what it was about."""
    stood = [(x, y) for time, x, y in way if time <= (deed.ended or deed.began)]
    if not stood:
        return
    x, y = stood[-1]
    aim = deed.place[:2] if deed.place else start
    if aim is not None:
        yield (
            f'<line class="aim" x1="{x:.2f}" y1="{-y:.2f}" x2="{aim[0]:.2f}" y2="{-aim[1]:.2f}"/>'
        )
    yield (
        f'<path class="failed" d="M{x - 0.1:.2f} {-y - 0.1:.2f}l.2 .2m0 -.2l-.2 .2">'
        f"<title>{_words(f'{deed.robot} {deed.subskill}: {deed.message}')}</title></path>"
    )
    yield f'<text x="{x + 0.12:.2f}" y="{-y - 0.1:.2f}">{number}</text>'


def _diamond(place: Corner, name: str, middle: float) -> list[str]:
    x, y = place
    return [
        f'<path class="start" d="M{x:.2f} {-y - 0.16:.2f}l.16 .16l-.16 .16l-.16 -.16z"/>',
        _label((x, y + 0.1), name, middle),
    ]


def _label(place: Corner, text: str, middle: float) -> str:
    """Return a text beside a place, on the side that is towards the `middle` of the picture."""
    x, y = place
    aside, anchor = (0.2, "start") if x < middle else (-0.2, "end")
    return f'<text x="{x + aside:.2f}" y="{-y:.2f}" text-anchor="{anchor}">{_words(text)}</text>'


def _words(text: str) -> str:
    """Return a text as a picture can hold it: XML has no control characters, however escaped."""
    return escape(one_line(text))


def _polygon(kind: str, corners: Sequence[Corner]) -> str:
    points = " ".join(f"{x:.2f},{-y:.2f}" for x, y in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def _bounds(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in corners] or [0.0], [y for _, y in corners] or [0.0]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN

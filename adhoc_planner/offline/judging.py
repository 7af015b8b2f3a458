"""Answer whether objects are out of place, and where they belong."""

from adhoc_planner.offline.common_sense import affordance_of, homes_among, may_stay, usual_homes
from adhoc_planner.offline.facts import Thing
from adhoc_planner.offline.reader import read_items, read_known_places
from adhoc_planner.offline.sections import Prompt


def judge(prompt: Prompt) -> str:
    """Return one line for each object that the prompt asks about."""
    known = read_known_places(prompt)
    items = read_items(prompt)
    lines = [f"{i}. {_verdict(item, known)}" for i, item in enumerate(items, start=1)]
    phrases = [a.phrase for item in items if (a := affordance_of(item.category)) is not None]
    sentence = "; ".join(dict.fromkeys(phrases)) or "I know none of these things"
    return "\n".join([f"[analysis] {sentence[0].upper()}{sentence[1:]}.", "[result]", *lines])


def _verdict(item: Thing, known: tuple[tuple[str, str], ...]) -> str:
    on = item.on_type or item.on
    affordance = affordance_of(item.category)
    if affordance is None:
        return f"<{item.id}> misplaced: no; reason: I do not know such things, so I leave them"
    if item.holder or not on:
        return f"<{item.id}> misplaced: no; reason: it is not known what it lies on"
    if may_stay(item.category, on, item.room_type):
        return f"<{item.id}> misplaced: no; reason: it may be on a {on} there"
    here = (on, item.room_type)
    usual = next(iter(usual_homes(item.category)))
    home = next(iter(homes_among(item.category, [p for p in known if p != here])), usual)
    return (
        f"<{item.id}> misplaced: yes; receptacle: {home.receptacle}; "
        f"room: {home.room or usual.room}; reason: {affordance.phrase}, not on a {on}"
        f"{f' in a {item.room_type}' if item.room_type else ''}"
    )

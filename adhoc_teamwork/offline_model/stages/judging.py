# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer whether objects are out of place, and where they belong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.fallibility import Fallibility
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    affordance_of,
    belonging,
    homes_among,
    is_doubtful,
    may_stay,
    misjudged_home,
    usual_homes,
)
from adhoc_teamwork.offline_model.reading.facts import Thing
from adhoc_teamwork.offline_model.reading.reader import read_items, read_known_places
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.settings import Variant

_SOMEWHERE = ("Shelf", "LivingRoom")
"""Where things come to mind to belong that are not known at all."""

Place = tuple[str, str]
"""Types of receptacle and of room."""


@dataclass(frozen=True)
class Verdict:
    """Say of one object why it may stay, or why not and in which `home` it belongs.

    `confidence` is the probability that this is right, `sure` whether hardly any home would keep
    the thing there; None where nobody asks for it.
    """

    item: Thing
    reason: str
    home: Place | None = None
    confidence: float | None = None
    sure: bool | None = None

    def __str__(self) -> str:
        """Return the line of the answer."""
        start = f"<{self.item.id}> misplaced:"
        sure = "" if self.confidence is None else f"confidence: {self.confidence:.3g}; "
        if self.home is None:
            return f"{start} no; {sure}reason: {self.reason}"
        receptacle, room = self.home
        if self.sure is not None:
            sure += f"sure: {'yes' if self.sure else 'no'}; "
        return f"{start} yes; receptacle: {receptacle}; room: {room}; {sure}reason: {self.reason}"


def judge(prompt: Prompt, chance: Chance, errors: Fallibility) -> str:
    """Return one line for each object that the prompt asks about.

    Where the output format has a confidence, each verdict has one, which is its probability of
    being what common sense says; where it has `sure`, each says whether homes differ little there.
    """
    known = read_known_places(prompt)
    items = read_items(prompt)
    reader = chance.settings.variant
    verdicts = [_verdict(item, known, chance, errors) for item in items]
    if chance.slips and verdicts:
        verdicts = _with_slip(verdicts, known, chance, errors)
    wanted = prompt.rules.get("Output format", "")
    if "confidence" in wanted:
        verdicts = [replace(v, confidence=_confidence(v.item, errors)) for v in verdicts]
    if "; sure:" in wanted:
        verdicts = [replace(v, sure=_is_sure(v.item, reader)) for v in verdicts]
    lines = [f"{number}. {verdict}" for number, verdict in enumerate(verdicts, start=1)]
    phrases = [a.phrase for item in items if (a := affordance_of(item.category, reader))]
    sentence = "; ".join(dict.fromkeys(phrases)) or "I know none of these things"
    return "\n".join([f"[analysis] {sentence[0].upper()}{sentence[1:]}.", "[result]", *lines])


def _is_sure(item: Thing, reader: Variant) -> bool:
    return not is_doubtful(item.category, item.on_type or item.on, item.room_type, reader)


def _confidence(item: Thing, errors: Fallibility) -> float:
    return errors.confidence(belonging(item.category, item.on_type or item.on, item.room_type))


def _verdict(item: Thing, known: Sequence[Place], chance: Chance, errors: Fallibility) -> Verdict:
    reader = chance.settings.variant
    on = item.on_type or item.on
    affordance = affordance_of(item.category, reader)
    if affordance is None:
        return Verdict(item, "I do not know such things, so I leave them")
    if item.holder or not on:
        return Verdict(item, "it is not known what it lies on")
    if may_stay(item.category, on, item.room_type, reader, errors):
        return Verdict(item, f"it may be on a {on} there")
    room = f" in a {item.room_type}" if item.room_type else ""
    home = _home(item, known, chance, errors)
    return Verdict(item, f"{affordance.phrase}, not on a {on}{room}", home)


def _home(item: Thing, known: Sequence[Place], chance: Chance, errors: Fallibility) -> Place:
    """Return where the thing belongs: the best known place, or one hardly worse by temperature."""
    reader = chance.settings.variant
    here = (item.on_type or item.on, item.room_type)
    homes = homes_among(item.category, [place for place in known if place != here], reader)
    usual = next(iter(usual_homes(item.category, reader)), None)
    if not homes:
        return (usual.receptacle, usual.room) if usual else _SOMEWHERE
    others = [place for place in known if place != here and place[1]]
    wrong = misjudged_home(item.category, here, others, reader, errors)
    if wrong is not None:
        return wrong
    homes = sorted(
        homes,
        key=lambda h: h.handicap + chance.noise(f"{item.id} {h.receptacle} {h.room}"),
    )
    best = errors.misordered(homes, lambda h: f"{item.category} to {h.receptacle} in {h.room}")[0]
    return (best.receptacle, best.room or (usual.room if usual else _SOMEWHERE[1]))


def _with_slip(
    verdicts: Sequence[Verdict], known: Sequence[Place], chance: Chance, errors: Fallibility
) -> list[Verdict]:
    """Return the verdicts, one of them turned around or with a home that does not fit."""
    chosen = chance.pick("verdict", range(len(verdicts)))
    sound = verdicts[chosen]
    elsewhere = _home(sound.item, known, chance, errors)
    wrong = replace(sound, home=elsewhere, reason="it does not belong there")
    if sound.home is not None:
        unfitting = [
            place
            for place in dict.fromkeys(known)
            if place[1] and not may_stay(sound.item.category, *place)
        ]
        flipped = not unfitting or chance.pick("verdict or home", (True, False))
        home = None if flipped else chance.pick("home", unfitting)
        reason = "it may be there" if home is None else "that is where such things are kept"
        wrong = replace(sound, home=home, reason=reason)
    return [wrong if index == chosen else v for index, v in enumerate(verdicts)]

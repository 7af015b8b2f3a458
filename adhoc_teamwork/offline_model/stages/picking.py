# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose one plan of a lettered list: the most useful, one's own part of a plan for all first."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.options.option import Option, Urgency
from adhoc_teamwork.offline_model.reading.errands import Errand
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.reader import find_number
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.reading.talk import (
    SELF,
    Heard,
    read_plan_lines,
    read_talk,
    sentences_of,
    with_talk,
)
from adhoc_teamwork.offline_model.stages.considering import consider, heeding
from adhoc_teamwork.offline_model.stages.deciding import objection_to
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_OFFERED = re.compile(r"^([A-Z]{1,2})\. (.+)$")
_SENDING = re.compile(r"^([A-Z]{1,2})\. Send .*?«([^»]*)»")
_BYTES = re.compile(r"a step for every (\d+) bytes")
_WORTH = 2.0
"""Steps that a sentence is worth which the others have not heard yet."""


@dataclass(frozen=True)
class Offer:
    """Hold the list: what could be done, by letter, and what could be said."""

    plans: tuple[tuple[str, SubTask], ...]
    sending: str = ""
    message: str = ""


def pick(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the letter of the plan to take up now, and why; a slip takes up another."""
    offer = read_offer(prompt)
    if not offer.plans and not offer.sending:
        return "[analysis] There is no list of plans that I understand.\n[result]\nA"
    talk = read_talk(prompt, facts)
    heard = with_talk(facts, talk)
    found = _in_order(prompt, heard, talk, offer, chance)
    if chance.slips:
        wrong = [letter for letter, _ in found[1:]] or [letter for letter, _ in found]
        return _answer("This looks best to me.", chance.pick("other plan", wrong or ["A"]))
    if offer.sending and is_worth_saying(prompt, heard, talk, offer.message):
        return _answer("The others do not know this yet, and it helps them.", offer.sending)
    letter, why = found[0] if found else (offer.sending, "There is nothing else.")
    return _answer(why, letter)


def read_offer(prompt: Prompt) -> Offer:
    """Return the list of plans of a prompt."""
    plans, sending, message = [], "", ""
    for line in prompt.sections.get("Available plans", "").splitlines():
        said, offered = _SENDING.match(line), _OFFERED.match(line)
        if said is not None:
            sending, message = said.groups()
        elif offered is not None and (subtask := read_subtask(offered.group(2))) is not None:
            plans.append((offered.group(1), subtask))
    return Offer(tuple(plans), sending, message)


def is_worth_saying(prompt: Prompt, facts: Facts, talk: Sequence[Heard], message: str) -> bool:
    """Tell whether what a message says, and this robot has not said before, is worth its price."""
    before = {s.casefold() for heard in talk if heard.name == SELF for s in heard.sentences}
    new = [s for s in sentences_of(message) if s.casefold() not in before]
    if facts.mates and all(mate.left for mate in facts.mates):
        return False
    told = prompt.sections.get("Dialogue", "")
    each = _BYTES.search(told)
    price = find_number(r"costs its sender (\d+) step", told, 0.0)
    if each is not None:
        price = len(message.encode()) / max(1, int(each.group(1)))
    return _WORTH * len(new) > price


def _answer(why: str, letter: str) -> str:
    return f"[analysis] {why}\n[result]\n{letter}"


def _in_order(
    prompt: Prompt, facts: Facts, talk: Sequence[Heard], offer: Offer, chance: Chance
) -> list[tuple[str, str]]:
    """Return letters and reasons, best first."""
    found = consider(prompt, facts, chance, slipping=False)
    ordered = _known(heeding(prompt, found, talk, facts.me.name), offer, facts)
    lines = read_plan_lines(prompt)
    if not lines:
        ordered = _as_said(ordered, facts, talk)
    chosen = [(letter, option.subtask, option.reason) for letter, option in ordered]
    letters = {letter for letter, _, _ in chosen}
    rest = [(letter, s) for letter, s in offer.plans if letter not in letters]
    sound = [(letter, s, "Nothing speaks against it.") for letter, s in rest
             if not objection_to(facts, s)]  # fmt: skip
    doubtful = [(letter, s, "It is what is left.") for letter, s in rest
                if (letter, s, "Nothing speaks against it.") not in sound]  # fmt: skip
    chosen += [*sound, *doubtful]
    if lines and not facts.me.held:
        fetches = {letter for letter, option in ordered if option.urgency <= Urgency.FETCH}
        chosen = _by_plan(chosen, facts, lines, fetches)
    elif lines:
        told = {place.room for heard in talk for place in heard.places}
        chosen = _others_parts_last(chosen, facts, lines, told)
    return [(letter, why) for letter, _, why in chosen]


def _known(found: Sequence[Option], offer: Offer, facts: Facts) -> list[tuple[str, Option]]:
    """Return the options that are in the list, with their letters.

    What is held cannot be brought to a place that was only told of: the room is looked through.
    """
    listed = {_about(subtask): letter for letter, subtask in reversed(offer.plans)}
    options = [o if _about(o.subtask) in listed else _on_the_way(o, facts) for o in found]
    known = {listed[_about(o.subtask)]: o for o in reversed(options) if _about(o.subtask) in listed}
    return sorted(known.items(), key=lambda entry: options.index(entry[1]))


def _on_the_way(option: Option, facts: Facts) -> Option:
    """Return the look through the room where somebody has seen the goal's place."""
    if option.subtask.object_id not in facts.me.all_held:
        return option
    wanted = {wish.receptacle.casefold() for wish in facts.goal.wishes}
    places = [thing for thing in facts.receptacles() if thing.category.casefold() in wanted]
    room_id = places[0].room if places else ""
    return replace(option, subtask=SubTask(SubTaskKind.EXPLORE, room_id=room_id))


def _about(subtask: SubTask) -> tuple[str, str, str, str]:
    """Return what tells plans of a list apart, whatever types they name."""
    return (subtask.kind, subtask.object_id, subtask.receptacle_id, subtask.room_id)


def _as_said(
    ordered: list[tuple[str, Option]], facts: Facts, talk: Sequence[Heard]
) -> list[tuple[str, Option]]:
    """Return the options with what this robot has said that it does first, among the most urgent.

    The others have heard it, and leave it alone. It looks elsewhere than it would now, or fetches
    another thing; it does not look on where by now there is something to fetch or to bring.
    """
    said = next((heard.does for heard in talk if heard.name == SELF), None)
    if said is None or not ordered or ordered[0][1].subtask.moves_object is not said.is_moved:
        return ordered
    most = ordered[0][1].urgency

    def is_later(entry: tuple[str, Option]) -> bool:
        option = entry[1]
        is_held = option.subtask.object_id in facts.me.all_held
        return option.urgency != most or is_held or not said.fits(option.subtask, facts)

    return sorted(ordered, key=is_later)


def _others_parts_last(
    chosen: list[tuple[str, SubTask, str]],
    facts: Facts,
    lines: Sequence[tuple[str, Errand]],
    places: Collection[str],
) -> list[tuple[str, SubTask, str]]:
    """Return what is chosen with something in a hand: that goes on, past what others are to do.

    Rooms are everybody's where somebody told of one of the goal's `places`.
    """
    theirs = [errand for name, errand in lines if name.casefold() != facts.me.name.casefold()]

    def is_theirs(subtask: SubTask) -> bool:
        is_held = subtask.object_id in facts.me.all_held
        is_open = is_held or subtask.room_id in places
        return not is_open and any(errand.fits(subtask, facts) for errand in theirs)

    return sorted(chosen, key=lambda entry: is_theirs(entry[1]))


def _by_plan(
    chosen: list[tuple[str, SubTask, str]],
    facts: Facts,
    lines: Sequence[tuple[str, Errand]],
    fetches: Collection[str],
) -> list[tuple[str, SubTask, str]]:
    """Return what is chosen with this robot's part of the plan first, and others' parts last.

    What is known is fetched before more is looked for: a plan that was made before it was found
    says nothing of it. So is what this robot is to bring and has not seen itself: its way there is
    a look through the room.
    """
    mine = [errand for name, errand in lines if name.casefold() == facts.me.name.casefold()]
    theirs = [errand for name, errand in lines if name.casefold() != facts.me.name.casefold()]
    ranked = []
    for place, (letter, subtask, why) in enumerate(chosen):
        number = next((i for i, e in enumerate(mine) if e.fits(subtask, facts)), None)
        is_theirs = number is None and any(errand.fits(subtask, facts) for errand in theirs)
        part = 0 if number is not None else 1
        is_fetched = letter in fetches
        if number is not None:
            why = f"Of my part I {mine[number]}."
            is_fetched |= mine[number].is_moved
        order = (is_theirs, not is_fetched, part, number or 0, place)
        ranked.append((order, (letter, subtask, why)))
    return [entry for _, entry in sorted(ranked, key=lambda one: one[0])]

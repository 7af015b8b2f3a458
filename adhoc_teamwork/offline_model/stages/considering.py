# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the model thinks of doing next: the same for every stage that names a sub-task of its own.

Options from the facts, what temperature and confusion do to their order, what was refused, and
slips.
"""

from collections.abc import Iterable

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.error_injection import with_slip
from adhoc_teamwork.offline_model.options.options import Option, options
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.reader import read_subtasks
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.reading.talk import SELF, Heard
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_TOLD_OF = 8.0
"""Metres of way that a room is worth of which somebody has told what lies there."""


def consider(prompt: Prompt, facts: Facts, chance: Chance, slipping: bool = True) -> list[Option]:
    """Return the options, best first, at least one; a slip, where there is one, stands first.

    Args:
        prompt: Holds the answers refused before: what those named is not named again.
        facts: What the prompt says.
        chance: Draws what temperature and slips do to this answer.
        slipping: False where the answer's slip is in another part of it.
    """
    refused = refused_subtasks(prompt)
    found = warmed(options(facts, refused), chance)
    found = facts.errors.misordered(found, lambda option: facts.meaning(option.subtask))
    return with_slip(found, facts, refused, chance) if slipping else found


def heeding(
    prompt: Prompt, found: Iterable[Option], talk: Iterable[Heard], name: str
) -> list[Option]:
    """Return the options: rooms that teammates tell of or ask for earlier, those looked at last.

    Of those the one that was not looked at for longest is first. A room whose exploration was left
    is not one that was looked at.
    """
    done = [line[0] for line in prompt.items("Previous plans of yours") if len(line) == 1]
    past = {read_subtask(line): number for number, line in enumerate(done, 1)}
    talk = tuple(talk)
    rooms = {thing.room for heard in talk for thing in heard.found if heard.name != SELF}
    rooms |= {e.room for heard in talk for whom, e in heard.asks if whom == name}

    def order(option: Option) -> tuple[int, int, float]:
        explores = option.subtask.kind is SubTaskKind.EXPLORE
        again = past.get(option.subtask, 0) if explores else 0
        bonus = _TOLD_OF if explores and option.subtask.room_id in rooms else 0.0
        return (again, option.urgency, option.cost - bonus)

    return sorted(found, key=order)


def refused_subtasks(prompt: Prompt) -> list[SubTask]:
    """Return what earlier answers to this prompt named in vain."""
    return [s for answer in prompt.refused for s in read_subtasks(answer.splitlines())]


def warmed(found: list[Option], chance: Chance) -> list[Option]:
    """Return the options in an order in which those of similar use may have changed places.

    Temperature adds noise to what they cost, never to their urgency, which facts decide.
    """
    if chance.settings.temperature <= 0.0:
        return found
    noisy = [changed(o, cost=o.cost + chance.noise(str(o.subtask))) for o in found]
    return sorted(noisy, key=lambda option: option.order)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names that an answer by schema may use: those that the prompt tells, and no others."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.json_shapes import KnownNames
from adhoc_teamwork.adhoc_planner.prompt_context.objects import objects_before, objects_in_view
from adhoc_teamwork.adhoc_planner.prompt_context.situation import receptacle_types, room_types
from adhoc_teamwork.teamwork.team.goal import Place
from adhoc_teamwork.teamwork.text.quoting import clean_name


def known_names(view: PlannerView) -> KnownNames:
    """Return what the robot knows by name, the nearest objects first.

    Types are those of receptacles and rooms that it knows, and those that the goal or its present
    sub-task names.
    """
    objects = [facts.look.id for facts in (*objects_in_view(view), *objects_before(view))]
    goal = view.task.goal
    places = [wish.place for wish in goal.wishes] + ([goal.place] if goal.place else [])
    if view.subtask is not None:
        places.append(Place(view.subtask.receptacle_type, view.subtask.room_type))
    return KnownNames(
        objects=_each_once(objects, [view.state.held_object]),
        rooms=_each_once([room.room_id for room in view.rooms]),
        receptacle_types=_each_once(
            [kind.type for kind in receptacle_types(view)], [place.receptacle for place in places]
        ),
        room_types=_each_once(list(room_types(view)), [place.room for place in places]),
    )


def _each_once(*lists: list[str]) -> tuple[str, ...]:
    named = (clean_name(name) for names in lists for name in names)
    return tuple(dict.fromkeys(name for name in named if name))

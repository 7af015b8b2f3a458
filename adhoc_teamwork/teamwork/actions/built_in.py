# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-tasks and sub-skills that ship."""

from adhoc_teamwork.teamwork.actions.names import SubSkillKind, SubTaskKind
from adhoc_teamwork.teamwork.actions.spec import Argument, Sort, SubSkillSpec, SubTaskSpec

_VALIDITY = "adhoc_teamwork.adhoc_planner.validity"
_EFFECTS = "adhoc_teamwork.adhoc_planner.belief.action_effects"
_STEPS = "adhoc_teamwork.adhoc_planner.decisions.safe_rule"
_SKILLS = "adhoc_teamwork.skills.subskills"
_BENCH = "adhoc_teamwork.benchmark.agents.lattice_skills"

_OBJECT = Argument("object_id", Sort.OBJECT_ID)
_TO_TYPES = (
    _OBJECT,
    Argument("receptacle_type", Sort.RECEPTACLE_TYPE),
    Argument("room_type", Sort.ROOM_TYPE),
)
_ROOM = Argument("room_id", Sort.ROOM_ID)
_RECEPTACLE = Argument("receptacle_id", Sort.OBJECT_ID, "receptacle id")
_CONTAINER = Argument("receptacle_id", Sort.OBJECT_ID, "container id")
_OPENED = Argument("object_id", Sort.OBJECT_ID, "receptacle id")


def _putting(kind: SubTaskKind, words: str, spelling: str = "", common: bool = True) -> SubTaskSpec:
    return SubTaskSpec(
        kind,
        _TO_TYPES,
        words,
        spelling,
        common,
        moves_object=True,
        last=SubSkillKind.PUT_OBJECT,
        refusal=f"{_VALIDITY}.subtasks:check_putting",
        next_step=f"{_STEPS}:carry",
    )


SUBTASKS = (
    SubTaskSpec(
        SubTaskKind.EXPLORE,
        (_ROOM,),
        "look through a room for objects and receptacles. Useful where nobody has explored and "
        "nobody is exploring.",
        common=False,
        last=SubSkillKind.EXPLORE,
        refusal=f"{_VALIDITY}.subtasks:check_exploring",
        next_step=f"{_STEPS}:explore",
    ),
    _putting(
        SubTaskKind.REPLACE,
        "fetch an object that is out of place and put it where it belongs.",
        common=False,
    ),
    SubTaskSpec(
        SubTaskKind.STOP,
        (),
        "stay where you are; you are asked again when something new is known. Only when there is "
        "nothing that you could usefully do.",
        common=False,
        refusal=f"{_VALIDITY}.subtasks:check_stop",
        next_step=f"{_STEPS}:stop",
    ),
    _putting(SubTaskKind.PLACE_ON, "fetch an object and put it on a receptacle of that type."),
    _putting(
        SubTaskKind.PLACE_IN,
        "fetch an object and put it in a receptacle of that type.",
        spelling=r"place[\s_-]*in(?:to)?",
    ),
    SubTaskSpec(
        SubTaskKind.TRANSPORT,
        (_OBJECT,),
        "fetch an object, or a container with what is in it, and put it on the goal's receptacle.",
        moves_object=True,
        last=SubSkillKind.PUT_OBJECT,
        refusal=f"{_VALIDITY}.subtasks:check_transport",
        next_step=f"{_STEPS}:carry",
    ),
    SubTaskSpec(
        SubTaskKind.LOAD,
        (_OBJECT, _CONTAINER),
        "fetch an object and put it in a container that has room left.",
        moves_object=True,
        last=SubSkillKind.PUT_IN,
        refusal=f"{_VALIDITY}.subtasks:check_load",
        next_step=f"{_STEPS}:load",
    ),
    SubTaskSpec(
        SubTaskKind.CHECK,
        (_OPENED,),
        "go to a closed receptacle and open it, to see what is in it.",
        last=SubSkillKind.OPEN_OBJECT,
        refusal=f"{_VALIDITY}.subtasks:check_look",
        next_step=f"{_STEPS}:look_into",
    ),
    SubTaskSpec(
        SubTaskKind.DO,
        (Argument("text", Sort.WORDS, "what to do"),),
        "any piece of work for the goal that one robot can do in a few steps, in your own words, "
        "with the ids of all objects and receptacles that it is about.",
        refusal=f"{_VALIDITY}.subtasks:check_words",
        next_step=f"{_STEPS}:put_away",
    ),
    SubTaskSpec(
        SubTaskKind.TAKE,
        (_OBJECT,),
        "fetch an object or a container and keep it in a hand, so as to put it somewhere later: a "
        "container may be loaded while you hold it.",
        moves_object=True,
        hands=2,
        last=SubSkillKind.PICKUP_OBJECT,
        refusal=f"{_VALIDITY}.subtasks:check_take",
        next_step=f"{_STEPS}:take",
    ),
    SubTaskSpec(
        SubTaskKind.VISIT,
        (_OBJECT,),
        "go to an object or receptacle until it is near and in view; the hand does nothing there.",
        last=SubSkillKind.GO_TO_OBJECT,
        refusal=f"{_VALIDITY}.subtasks:check_visit",
        next_step=f"{_STEPS}:visit",
    ),
)

SUBSKILLS = (
    SubSkillSpec(
        SubSkillKind.GO_TO_OBJECT,
        (_OBJECT,),
        "drive until the object or receptacle is within reach.",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_going_to_object",
        effect=f"{_EFFECTS}:at_object",
        skill=f"{_SKILLS}.go_to_object:GoToObject",
        steps=f"{_BENCH}.handling:go_to_object",
    ),
    SubSkillSpec(
        SubSkillKind.GO_TO_POINT,
        (Argument("dx", Sort.METRES, "dx"), Argument("dy", Sort.METRES, "dy")),
        "drive dx metres ahead and dy metres to the left of where you are (negative: back, right).",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_going_to_point",
        effect=f"{_EFFECTS}:at_point",
        skill=f"{_SKILLS}.go_to:GoToPoint",
        steps=f"{_BENCH}.going:go_to_point",
    ),
    SubSkillSpec(
        SubSkillKind.GO_TO_ROOM,
        (_ROOM,),
        "drive into a room.",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_going_to_room",
        effect=f"{_EFFECTS}:in_room",
        skill=f"{_SKILLS}.go_to:GoToRoom",
        steps=f"{_BENCH}.going:go_to_room",
    ),
    SubSkillSpec(
        SubSkillKind.PICKUP_OBJECT,
        (_OBJECT,),
        "grasp an object that is within reach, with an empty hand.",
        spelling=r"pick[\s_-]*up[\s_-]*object",
        common=False,
        takes=True,
        refusal=f"{_VALIDITY}.subskills:check_pick_up",
        effect=f"{_EFFECTS}:taken",
        skill=f"{_SKILLS}.pick_up:PickupObject",
        steps=f"{_BENCH}.handling:pick_up",
    ),
    SubSkillSpec(
        SubSkillKind.PUT_OBJECT,
        (_OBJECT, _RECEPTACLE, _ROOM),
        "put the object you hold on or in a receptacle that is within reach.",
        common=False,
        lets_go=True,
        refusal=f"{_VALIDITY}.subskills:check_put",
        effect=f"{_EFFECTS}:put",
        skill=f"{_SKILLS}.put:PutObject",
        steps=f"{_BENCH}.handling:put",
    ),
    SubSkillSpec(
        SubSkillKind.EXPLORE,
        # The room to explore; empty for anywhere.
        (Argument("room_id", Sort.ROOM_ID, implied=True),),
        "look through the room of your sub-task, or the nearest room not yet explored.",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_explore_step",
        effect=f"{_EFFECTS}:explored",
        skill=f"{_SKILLS}.explore:Explore",
        steps=f"{_BENCH}.exploring:explore",
    ),
    SubSkillSpec(
        SubSkillKind.STOP,
        (),
        "end the current sub-task here, because it is done or cannot be done now; the next "
        "sub-task is then planned.",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_stop_step",
        skill=f"{_SKILLS}.stop:Stop",
        steps=f"{_BENCH}.driving:stop",
    ),
    SubSkillSpec(
        SubSkillKind.OPEN_OBJECT,
        (_OPENED,),
        "open a receptacle that is within reach.",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_opening",
        effect=f"{_EFFECTS}:opened",
        skill=f"{_SKILLS}.doors:OpenObject",
        steps=f"{_BENCH}.holding:open_object",
    ),
    SubSkillSpec(
        SubSkillKind.CLOSE_OBJECT,
        (_OPENED,),
        "close a receptacle that is within reach.",
        common=False,
        refusal=f"{_VALIDITY}.subskills:check_closing",
        effect=f"{_EFFECTS}:closed",
        skill=f"{_SKILLS}.doors:CloseObject",
        steps=f"{_BENCH}.holding:close_object",
    ),
    SubSkillSpec(
        SubSkillKind.PUT_IN,
        (_OBJECT, _CONTAINER),
        "put what you hold in a container that is within reach.",
        spelling=r"put[\s_-]*in(?:to)?",
        lets_go=True,
        refusal=f"{_VALIDITY}.subskills:check_put_in",
        effect=f"{_EFFECTS}:put",
        skill=f"{_SKILLS}.containers:PutIn",
        steps=f"{_BENCH}.holding:put_in",
    ),
    SubSkillSpec(
        SubSkillKind.TAKE_FROM,
        (_OBJECT, _CONTAINER),
        "take an object out of a container that is within reach, with an empty hand.",
        takes=True,
        refusal=f"{_VALIDITY}.subskills:check_take_from",
        effect=f"{_EFFECTS}:taken",
        skill=f"{_SKILLS}.containers:TakeFrom",
        steps=f"{_BENCH}.holding:take_from",
    ),
)

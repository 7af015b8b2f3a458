# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill Press and the sub-task Operate, described once."""

from adhoc_teamwork.teamwork.actions.spec import Argument, Sort, SubSkillSpec, SubTaskSpec

PRESS = SubSkillSpec(
    "Press",
    (Argument("object_id", Sort.OBJECT_ID),),
    "drive to a lamp or an appliance and press its button: its power goes on, or off.",
    refusal="press_button.power:check_press",
    effect="press_button.power:pressed",
    skill="press_button.robot:Press",
    steps="press_button.step_world:press",
)
OPERATE = SubTaskSpec(
    "Operate",
    (Argument("object_id", Sort.OBJECT_ID, "appliance id"),),
    "press the button of a lamp or an appliance that shows power=off, so that it shows power=on.",
    last="Press",
    refusal="press_button.power:check_operate",
    next_step="press_button.power:press_it",
)

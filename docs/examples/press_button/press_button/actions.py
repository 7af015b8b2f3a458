# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill Press and the sub-task Operate, described once."""

from adhoc_teamwork.teamwork.actions.spec import Argument, Sort, SubSkillSpec, SubTaskSpec

PRESS = SubSkillSpec(
    "Press",
    (Argument("object_id", Sort.OBJECT_ID),),
    "drive to an appliance and press its button: its door springs open, or shuts.",
    refusal="press_button.planning:check_press",
    effect="press_button.planning:pressed",
    skill="press_button.robot:Press",
    steps="press_button.step_world:press",
)
OPERATE = SubTaskSpec(
    "Operate",
    (Argument("object_id", Sort.OBJECT_ID, "appliance id"),),
    "press the button of a closed appliance, so that its door springs open.",
    last="Press",
    refusal="press_button.planning:check_operate",
    next_step="press_button.planning:press_it",
)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Stages that share errands know their prompt alone: another word in it, another answer."""

import pytest

from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.settings import OfflineSettings

GOAL = "## Goal\nBring the Mug to the Bed. Look at the Vase.\n"
THINGS = """## Objects in view now
- Mug_0 | Mug | in room_0 (type unknown) | at (1, 2) | can be picked up at height 0.5 m
- Vase_0 | Vase | in room_1 (type unknown) | at (7, 2) | can be picked up at height 1.9 m
- Bed_0 | Bed | in room_1 (type unknown) | at (8, 2) | receptacle, surface at 0.5 m
"""
ROOMS = """## Rooms
- room_0 | type unknown | you are here
- room_1 | type unknown | by steps of 0.18 m
"""
SHARE = "## Your share\n- «bring the Mug to the Bed»\n- «look at the Vase»\n"


def ask(instructions: str, *sections: str, slips: float = 0.0, things: str = THINGS) -> str:
    text = "\n".join([GOAL, ROOMS, things, *sections, f"## Instructions: {instructions}"])
    messages = [{"role": "user", "content": text}]
    return answer(messages, OfflineSettings(hallucination=slips))


def test_errands_are_divided_and_what_is_refused_goes_elsewhere() -> None:
    team = "## Robots of the team\n- a\n- b\n"
    said = ask("divide the task", team)
    assert said.endswith("1. a: bring the Mug to the Bed\n2. b: look at the Vase")
    refused = "## Refused\n- a | «bring the Mug to the Bed» | because «no arm»\n"
    assert "b: bring the Mug" in ask("divide the task", team, refused)
    both = refused + "- b | «bring the Mug to the Bed» | because «no»\n"
    assert ask("divide the task", team, both).endswith("1. a: look at the Vase")
    slip = ask("divide the task", team, refused, slips=1.0)
    assert slip.count("\n") == said.count("\n")


def test_what_decides_is_worked_out_and_a_slip_forgets_the_way_there() -> None:
    body = "## Your body\n- manipulation | an arm with a hand | reach_limit = 0.8 m\n"
    said = ask("work out the numbers of your share", SHARE, body)
    assert "reach(Mug_0) - stand_off(Mug_0)" in said
    assert "0 - sight(Vase_0)" in said
    assert "step_limit - way(Bed_0)" in said
    slip = ask("work out the numbers of your share", SHARE, body, slips=1.0)
    assert "stand_off" not in slip


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ("## Your body\n- mobility | rolls | step_limit = 0.03 m\n"
         "## Numbers\n- reach(Mug_0) - stand_off(Mug_0) | -0.25\n", "no: bring the Mug"),
        ("## Your body\n- mobility | rolls | step_limit = 0.3 m\n"
         "## Numbers\n- reach(Mug_0) - stand_off(Mug_0) | 0.25\n", "yes"),
        ("## Your body\n- mobility | rolls on wheels over level floors, no stairs\n", "no: bring"),
        ("## Your body\n- perception | a low camera that hardly looks up\n", "no: look at"),
        ("## Your body\n- role | a household helper\n", "yes"),
        ("## Your body\n- role | a scout without an arm\n", "no: bring"),
    ],
)  # fmt: skip
def test_a_share_is_judged_by_what_is_told_of_a_body(told: str, verdict: str) -> None:
    assert f"[judgement] {verdict}" in ask("check your share", SHARE, told)
    turned = ask("check your share", SHARE, told, slips=1.0)
    assert ("[judgement] yes" in turned) is verdict.startswith("no")


def test_each_errand_is_tried_once_in_its_order() -> None:
    choose = "choose the next action of your share"
    assert ask(choose, SHARE).endswith("Place-on <Mug_0> <Bed> <any>")
    done = "## Your actions so far\n- Place-on <Mug_0> <Bed> <any> | failed: «too high»\n"
    assert ask(choose, SHARE, done).endswith("Visit <Vase_0>")
    assert ask(choose, SHARE, done + "- Visit <Vase_0> | done\n").endswith("Stop")
    # What is where it belongs is not fetched again.
    moved = THINGS.replace("| Mug | in room_0", "| Mug | on Bed_0 (Bed) | in room_1")
    assert ask(choose, SHARE, things=moved).endswith("Visit <Vase_0>")
    # Nobody has a share where nobody has divided: then the goal is everybody's.
    assert ask(choose).endswith("Place-on <Mug_0> <Bed> <any>")

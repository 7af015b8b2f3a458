# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Limits, attempts and recovery of sub-skills: defaults, the file, and what the executor does."""

from pathlib import Path

import pytest
from skills_fakes import Bench, scene, thing

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.execution.safety import SafetyRules
from adhoc_teamwork.skills.policy import DEFAULTS, Recovery, SkillPolicies, SkillPolicy
from adhoc_teamwork.teamwork.settings.config import load_config
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind

CONFIG = Path(__file__).resolve().parents[2] / "config"
PICKUP = SubSkillKind.PICKUP_OBJECT
SLIPPED = Outcome(False, Cause.GRASP_FAILED, "the object slipped away")


def bench() -> Bench:
    made = Bench()
    made.world.graph = scene(thing("Mug_0", 1.5, 1.0))
    return made


def test_the_files_say_what_the_defaults_are() -> None:
    found = load_config(CONFIG / "skills.yaml", SkillPolicies)
    assert dict(found.skills) == dict(DEFAULTS)
    assert found.wrong() == ""
    assert load_config(CONFIG / "safety.yaml", SafetyRules) == SafetyRules()


def test_a_grasp_that_failed_is_tried_again_after_a_pause() -> None:
    made = bench()
    made.hand.outcomes = [SLIPPED]
    result = made.run(PICKUP, object_id="Mug_0")
    assert result.success, result.message
    assert len(made.hand.points) == 2
    assert result.duration >= 1.0
    assert "trying again after grasp_failed" in made.texts


def test_attempts_have_an_end_and_other_causes_are_not_tried_again() -> None:
    made = bench()
    made.hand.outcomes = [SLIPPED] * 5
    assert made.run(PICKUP, object_id="Mug_0").cause == Cause.GRASP_FAILED
    assert len(made.hand.points) == 2
    heavy = bench()
    heavy.hand.outcomes = [Outcome(False, Cause.TOO_HEAVY, "it is too heavy")] * 5
    assert heavy.run(PICKUP, object_id="Mug_0").cause == Cause.TOO_HEAVY
    assert len(heavy.hand.points) == 1


def test_the_time_limit_bounds_all_attempts_together() -> None:
    made = bench()
    made.hand.outcomes = [SLIPPED] * 5
    policy = SkillPolicy(0.5, 9, (Cause.GRASP_FAILED,), Recovery.WAIT, pause=10.0)
    made.executor.registry.set_policy("PickupObject", policy)
    assert made.run(PICKUP, object_id="Mug_0").cause == Cause.TIMEOUT


def test_a_drive_that_failed_has_costmaps_cleared_before_the_next() -> None:
    made = bench()
    made.navigator.modes = ["abort", "succeed"]
    assert made.run(SubSkillKind.GO_TO_POINT, dx=1.0).success
    assert made.navigator.cleared >= 1
    assert len(made.navigator.goals) == 2


@pytest.mark.parametrize(
    ("policies", "key"),
    [
        ({"Juggle": SkillPolicy()}, "skills.Juggle"),
        ({"Stop": SkillPolicy(time_limit=0.0)}, "skills.Stop.time_limit"),
        ({"Stop": SkillPolicy(attempts=0)}, "skills.Stop.attempts"),
        ({"Stop": SkillPolicy(attempts=2)}, "skills.Stop.retry_on"),
    ],
)
def test_wrong_policies_are_named(policies: dict[str, SkillPolicy], key: str) -> None:
    assert SkillPolicies(policies).wrong().startswith(key)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who judges what is out of place is the task's to say, in the benchmark as on robots."""

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.adhoc_planner.task_config import judged_by
from adhoc_teamwork.benchmark.agents import llm_session
from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.teamwork.team.llm_call import LlmCall


@pytest.mark.parametrize("judgement", [Judgement.MODEL, Judgement.RULE, Judgement.LEARNED])
def test_the_model_is_asked_to_judge_only_where_the_task_says_so(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch, judgement: Judgement
) -> None:
    stages: list[str] = []
    shipped, count = llm_session.named_task, llm_session.LlmSession._count

    def counted(self: llm_session.LlmSession, call: LlmCall) -> None:
        stages.append(call.stage)
        count(self, call)

    monkeypatch.setattr(llm_session, "named_task", lambda name: judged_by(shipped(name), judgement))
    monkeypatch.setattr(llm_session.LlmSession, "_count", counted)
    result = play(drawn.task(2, 1), drawn.folder, "heuristic", "irot", 0, "offline")
    assert result.team_steps > 0
    assert "generate" in stages
    assert ("judge" in stages) == (judgement is Judgement.MODEL)

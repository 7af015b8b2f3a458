# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A negotiating team in the step world: whole episodes, the same twice, with objections heard."""

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.episodes.play import Episode, play
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

pytestmark = pytest.mark.slow


def run(drawn: DrawnSet, adhoc: str = "none", t0: int = 0) -> EpisodeResult:
    return play(drawn.task(4, 3), drawn.folder, "llm", adhoc, t0, "offline")


@pytest.mark.parametrize(("adhoc", "t0"), [("none", 0), ("heuristic", 10), ("llm", 10)])
def test_an_episode_is_the_same_twice(drawn: DrawnSet, adhoc: str, t0: int) -> None:
    first = run(drawn, adhoc, t0)
    assert run(drawn, adhoc, t0) == first
    assert first.tidied > 0
    assert first.llm_calls > 0


def test_a_sure_task_is_done_and_teammates_hear_of_plans(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[TeamMessage] = []
    built = Episode.__post_init__

    def listening(episode: Episode) -> None:
        built(episode)
        send = episode._relay.send
        monkeypatch.setattr(episode._relay, "send", lambda m: (said.append(m), send(m))[1])

    monkeypatch.setattr(Episode, "__post_init__", listening)
    assert play(drawn.sure_task(), drawn.folder, "llm", "none", 0, "offline").success
    kinds = {m.kind for m in said}
    assert {MessageKind.INTENT, MessageKind.REFLECTION} <= kinds
    ids = [(m.sender, m.reflection.to, m.reflection.intent_id) for m in said if m.reflection]
    assert ids, "proposals are answered"

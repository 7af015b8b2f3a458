# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot has told the team it will do, and that it tells how each of it ended."""

from agent_pieces import REPLACE

from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


def test_the_end_of_what_is_open_is_told_however_much_came_and_went_since() -> None:
    said: list[Intent] = []

    def announce(intent: Intent) -> float:
        said.append(intent)
        return 1.0

    claims = Claims(announce)
    taken_up = claims.propose(REPLACE, None, "")
    claims.move_to(taken_up, IntentStatus.ADOPTED, "")
    look = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
    for _ in range(300):
        claims.move_to(claims.propose(look, None, ""), IntentStatus.ABANDONED, "")
    assert [claim.intent.intent_id for claim in claims.open()] == [taken_up]
    claims.move_to(taken_up, IntentStatus.DONE, "done")
    assert (said[-1].intent_id, said[-1].status) == (taken_up, IntentStatus.DONE)
    assert claims.get(taken_up + 1) is None

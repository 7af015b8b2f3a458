# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is still to be believed of teammates, and what is said again."""

from dataclasses import replace

from agent_pieces import REPLACE

from adhoc_teamwork.adhoc_planner.belief.team import (
    CLAIM_LASTS,
    MOST_CLAIMS,
    SILENCE,
    ClaimTimes,
    dependable,
    listening,
    recent_messages,
)
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


def claim(number: int = 1, x: float = 0.0) -> Intent:
    return Intent(number, IntentStatus.ADOPTED, REPLACE, "Mug", Point(x, 0.0))


def test_a_claim_holds_for_a_while_and_taking_the_same_up_again_begins_nothing_anew() -> None:
    claims = ClaimTimes()
    for second in range(int(CLAIM_LASTS)):
        intent = claim(1 + second)
        claims.note("beta", intent, float(second))
        assert not claims.is_over("beta", intent, float(second))
    again, other = claim(500), claim(501, 5.0)
    for intent in (again, other):
        claims.note("beta", intent, CLAIM_LASTS)
    assert claims.is_over("beta", again, CLAIM_LASTS)
    assert not claims.is_over("beta", other, CLAIM_LASTS)
    assert claims.is_over("gamma", other, CLAIM_LASTS)


def test_the_time_between_two_claims_does_not_count() -> None:
    claims = ClaimTimes()
    claims.note("beta", claim(1), 0.0)
    claims.note("beta", replace(claim(1), status=IntentStatus.FAILED), 50.0)
    claims.note("beta", claim(2), 150.0)
    assert not claims.is_over("beta", claim(2), 100.0 + CLAIM_LASTS - 1.0)
    assert claims.is_over("beta", claim(2), 100.0 + CLAIM_LASTS)
    stop = Intent(3, IntentStatus.ADOPTED, SubTask(SubTaskKind.STOP))
    assert not claims.is_over("beta", stop, 1e6), "who has stopped keeps nobody from anything"


def test_only_who_was_quiet_about_a_thing_for_long_can_keep_others_from_it_again() -> None:
    claims = ClaimTimes()
    for second in (0.0, CLAIM_LASTS, 2.0 * CLAIM_LASTS, 3.0 * CLAIM_LASTS):
        claims.note("beta", claim(1 + int(second)), second)
    assert claims.is_over("beta", claim(), 3.0 * CLAIM_LASTS)
    claims.note("beta", claim(1), 5.0 * CLAIM_LASTS)
    assert not claims.is_over("beta", claim(), 5.0 * CLAIM_LASTS)


def test_who_claims_more_than_anybody_can_do_claims_no_more() -> None:
    claims = ClaimTimes()
    for number in range(MOST_CLAIMS + 1):
        claims.note("beta", claim(number, 2.0 * number), 1.0)
    assert not claims.is_over("beta", claim(0), 2.0)
    assert claims.is_over("beta", claim(MOST_CLAIMS, 2.0 * MOST_CLAIMS), 2.0)


def test_a_silent_teammate_keeps_only_what_it_holds() -> None:
    memory = TeamMemory("alpha")
    intent, claims = claim(), ClaimTimes()
    claims.note("beta", intent, 10.0)
    memory.add(TeamMessage("beta", 1, 1, 10.0, MessageKind.INTENT, intent=intent))
    assert dependable(memory, claims, 20.0)[0].open_intents() == [intent]
    late = 10.0 + SILENCE + 0.1
    assert dependable(memory, claims, late)[0].open_intents() == []
    assert listening(memory, late) == ()
    state = RobotState(Pose(0.0, 0.0), "", "Mug_7", "Mug")
    memory.add(TeamMessage("beta", 1, 2, 10.0, MessageKind.STATE, state=state))
    assert dependable(memory, claims, late)[0].open_intents() == [intent]
    assert dependable(memory, claims, 10.0 + CLAIM_LASTS + 1.0)[0].open_intents() == []
    other = RobotState(Pose(0.0, 0.0), "", "Bowl_7", "Bowl")
    memory.add(TeamMessage("beta", 1, 3, 10.0, MessageKind.STATE, state=other))
    assert dependable(memory, claims, late)[0].open_intents() == []


def test_states_that_repeat_themselves_are_left_out_of_the_dialogue() -> None:
    memory = TeamMemory("alpha")
    state = RobotState(Pose(0.0, 0.0), subtask="Stop")
    for sequence in range(1, 6):
        message = TeamMessage("beta", 1, sequence, float(sequence), MessageKind.STATE, state=state)
        memory.add(message)
    chat = TeamMessage("alpha", 1, 1, 2.5, MessageKind.CHAT, text="hello")
    told, older = recent_messages(memory, [chat])
    assert [m.stamp for m in told] == [1.0, 2.5]
    assert older == 0


def test_messages_left_out_of_the_dialogue_are_counted() -> None:
    memory = TeamMemory("alpha")
    for sequence in range(1, 61):
        said = TeamMessage("beta", 1, sequence, float(sequence), MessageKind.CHAT, text="hello")
        memory.add(said)
    told, older = recent_messages(memory, [])
    assert told[-1].stamp == 60.0
    assert len(told) + older == 60
    assert older > 0


def test_in_a_large_team_news_push_out_nothing_that_concerns_the_robot() -> None:
    memory = TeamMemory("alpha")
    memory.add(TeamMessage("beta", 1, 1, 1.0, MessageKind.CHAT, "alpha", text="wait there"))
    mug = Detection("Mug_0", "Mug", Point(0.0, 0.0), misplaced=Misplaced.YES)
    memory.add(TeamMessage("beta", 1, 2, 2.0, MessageKind.DETECTION, detections=(mug,)))
    for number in range(100):
        for second in range(30):
            state = RobotState(Pose(float(second), 0.0), subtask=f"Explore <room_{second // 10}>")
            name, stamp = f"robot_{number}", 3.0 + second
            memory.add(TeamMessage(name, 1, second + 1, stamp, MessageKind.STATE, state=state))
    told, older = recent_messages(memory, [])
    assert [m.stamp for m in told[:2]] == [1.0, 2.0]
    assert [m.stamp for m in told] == sorted(m.stamp for m in told)
    assert told[-1].stamp == 23.0, "who goes on with its work is not told again"
    assert len(told) + older < 300

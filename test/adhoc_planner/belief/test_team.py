# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is still to be believed of teammates, and what is said again."""

from agent_pieces import REPLACE

from adhoc_teamwork.adhoc_planner.belief.team import SILENCE, dependable, listening, recent_messages
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus


def test_a_silent_teammate_keeps_only_what_it_holds() -> None:
    memory = TeamMemory("alpha")
    intent = Intent(1, IntentStatus.ADOPTED, REPLACE, "Mug", Point(0.0, 0.0))
    memory.add(TeamMessage("beta", 1, 1, 10.0, MessageKind.INTENT, intent=intent))
    assert dependable(memory, 20.0)[0].open_intents() == [intent]
    late = 10.0 + SILENCE + 0.1
    assert dependable(memory, late)[0].open_intents() == []
    assert listening(memory, late) == ()
    state = RobotState(Pose(0.0, 0.0), "", "Mug_7", "Mug")
    memory.add(TeamMessage("beta", 1, 2, 10.0, MessageKind.STATE, state=state))
    assert dependable(memory, late)[0].open_intents() == [intent]


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

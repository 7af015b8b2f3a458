# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The queues between the ROS thread and the agent's: bounded, and the newest knowledge wins."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from adhoc_teamwork.adhoc_planner.journal.inputs import Input, InputKind
from adhoc_teamwork.adhoc_planner.ros.handover import Inbox, Outbox
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind


def test_of_knowledge_only_the_newest_waits_and_of_events_the_latest() -> None:
    inbox = Inbox(limit=3)
    assert inbox.put(Input(InputKind.GRAPH, "old graph"))
    assert not inbox.put(Input(InputKind.GRAPH, "graph"))
    for number in range(5):
        inbox.put(Input(InputKind.MESSAGE, number))
    assert [given.value for given in inbox.take()] == ["graph", 2, 3, 4]
    assert inbox.dropped == 2
    assert inbox.take() == []
    assert inbox.put(Input(InputKind.TICK))


def test_outputs_leave_in_order_and_each_rings() -> None:
    rings: list[int] = []
    outbox = Outbox(lambda: rings.append(1))
    message = TeamMessage("alpha", 1, 1, 0.0, MessageKind.CHAT)
    outbox.send(message)
    outbox.start(1, SubSkill(SubSkillKind.STOP))
    outbox.cancel(1)
    assert [what for what, _ in outbox.take()] == ["send", "start", "cancel"]
    assert len(rings) == 3
    assert outbox.take() == []


def test_many_threads_lose_nothing() -> None:
    inbox = Inbox(limit=10_000)
    threads = [
        threading.Thread(target=lambda: [inbox.put(Input(InputKind.TICK)) for _ in range(500)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5.0)
    assert len(inbox.take()) == 2000

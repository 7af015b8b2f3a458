"""The queues between the ROS thread and the agent's: bounded, and the newest knowledge wins."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from adhoc_planner.ros.handover import Inbox, Outbox
from teamwork.message import MessageKind, TeamMessage
from teamwork.subskill import SubSkill, SubSkillKind


def test_of_knowledge_only_the_newest_waits_and_of_events_the_latest() -> None:
    inbox = Inbox(limit=3)
    seen: list[str] = []
    assert inbox.put(lambda: seen.append("old graph"), slot="graph")
    assert not inbox.put(lambda: seen.append("graph"), slot="graph")
    for number in range(5):
        inbox.put(lambda number=number: seen.append(f"event {number}"))  # type: ignore[misc]
    for event in inbox.take():
        event()
    assert seen == ["graph", "event 2", "event 3", "event 4"]
    assert inbox.dropped == 2
    assert inbox.take() == []
    assert inbox.put(lambda: None)


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
    count: list[int] = []
    threads = [
        threading.Thread(target=lambda: [inbox.put(lambda: count.append(1)) for _ in range(500)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5.0)
    for event in inbox.take():
        event()
    assert len(count) == 2000

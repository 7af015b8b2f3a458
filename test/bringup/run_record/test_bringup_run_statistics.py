# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a ledger makes of the events of a run."""

from bringup_stories import Story, a_task
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind


def ledger_of(*events: Event) -> RunStatistics:
    ledger = RunStatistics(a_task())
    for event in events:
        ledger.add(event)
    return ledger


def test_subtasks_last_from_adoption_to_end() -> None:
    story = Story()
    ledger = ledger_of(
        story.join("dog", 1.0),
        story.intent("dog", 2.0, 1, IntentStatus.PROPOSED),
        story.intent("dog", 3.0, 1, IntentStatus.ADOPTED),
        story.intent("dog", 9.0, 1, IntentStatus.FAILED),
        story.intent("dog", 10.0, 2, IntentStatus.ADOPTED, SubTaskKind.REPLACE),
    )
    spans = list(ledger.robot("dog").subtasks.values())
    assert [(s.name, s.start, s.end, s.status) for s in spans] == [
        ("Explore <room_1>", 3.0, 9.0, "failed"),
        ("Re-place <Mug_0> <CounterTop> <room_1>", 10.0, None, "running"),
    ]


def test_a_restarted_planner_interrupts_its_subtask() -> None:
    story = Story()
    ledger = ledger_of(
        story.join("dog", 1.0),
        story.intent("dog", 3.0, 1, IntentStatus.ADOPTED),
        story.join("dog", 20.0, session=2),
    )
    (span,) = ledger.robot("dog").subtasks.values()
    assert (span.end, span.status) == (20.0, "interrupted")
    assert ledger.robot("dog").joined_at == 1.0


def test_subskills_are_counted_from_states() -> None:
    story = Story()
    ledger = ledger_of(
        story.state("dog", 1.0, subskill="GoToRoom <room_1>"),
        story.state("dog", 2.0, subskill="GoToRoom <room_1>"),
        story.state("dog", 3.0, subskill="Explore"),
        story.state("dog", 4.0),
    )
    spans = ledger.robot("dog").subskills
    assert [(s.kind, s.start, s.end) for s in spans] == [
        ("GoToRoom", 1.0, 3.0),
        ("Explore", 3.0, 4.0),
    ]


def test_tidiness_follows_the_count() -> None:
    story = Story()
    ledger = ledger_of(story.world("grasp", 5.0, thing="Mug|1"))
    assert ledger.misplaced["Mug|1"].tidied_at is None
    ledger.add(story.world("release", 9.0, thing="Mug|1", tidied=1))
    assert ledger.misplaced["Mug|1"].tidied_at == 9.0
    ledger.add(story.world("grasp", 11.0, thing="Mug|1", tidied=0))
    assert ledger.misplaced["Mug|1"].tidied_at is None
    ledger.add(story.world("release", 12.0, thing="Mug|1", tidied=1))
    assert not ledger.success
    ledger.add(story.world("release", 20.0, robot="cart", thing="Book|2", tidied=2))
    assert ledger.success
    assert (ledger.robot("dog").pickups, ledger.robot("dog").puts) == (2, 2)


def test_paths_come_from_the_world_and_between_its_words_from_states() -> None:
    story = Story()
    ledger = ledger_of(
        story.state("dog", 1.0, x=0.0),
        story.state("dog", 2.0, x=3.0),
        story.world("grasp", 3.0, path=4.5),
        story.state("dog", 4.0, x=5.0),
    )
    assert ledger.robot("dog").path_length == 6.5
    ledger.add_diagnostics("simulator", {"dog path m": "7.25", "cart path m": "nonsense"})
    for wait in ("150", "400", "0"):
        ledger.add_diagnostics("dog/perception", {"longest_wait_ms": wait})
    ledger.add_diagnostics("stranger/perception", {"longest_wait_ms": "9000"})
    assert ledger.robot("dog").longest_wait == 0.4
    ledger.add_diagnostics("dog/planner", {"finished": "Explore 3, Place-on 2, nonsense"})
    assert ledger.robot("dog").finished == {"Explore": 3, "Place-on": 2}
    assert ledger.robot("dog").path_length == 7.25


def test_the_brokers_counts_survive_its_restarts() -> None:
    ledger = ledger_of()
    for relayed in ("3", "9", "2", "4"):
        ledger.add_diagnostics("broker", {"relayed": relayed})
    assert ledger.broker.relayed == 13


def test_restarts_are_counted_and_wake_a_stopped_robot() -> None:
    story = Story()
    ledger = ledger_of(story.join("dog", 1.0), story.state("dog", 2.0, subtask="Stop"))
    assert ledger.robot("dog").idle
    data = {"process": "dog.planner"}
    ledger.add(Event(3.0, Source.PROCESS, "restart", "", "killed", data))
    assert ledger.restarts == {"dog.planner": 1}
    assert not ledger.robot("dog").idle
    ledger.add(Event(4.0, Source.PROCESS, "lost", "", "killed", data))
    assert ledger.robot("dog").idle


def test_model_use_is_added_up() -> None:
    def call(number: int, stage: str, error: str = "", **more: float) -> Event:
        data = {
            "call": number,
            "attempt": 1,
            "model": "m",
            "latency": 0.5,
            "tokens": 10,
            "error": error,
            **more,
        }
        return Event(float(number), Source.MODEL, stage, "dog", "", data)

    ledger = ledger_of(call(1, "rank"), call(2, "rank", "timeout"), call(2, "rank", "timeout"))
    assert ledger.model.summary() == {
        "calls": 2, "by_stage": {"rank": 2}, "failed": 1, "tokens": 20, "mean_latency_s": 0.5,
        "model": "m", "usd": 0.0, "unpriced": ["m"], "not_asked": 0,
        "not_asked_because": "",
        "by_robot": {"dog": {"calls": 2, "tokens": 20, "usd": 0.0, "seconds": 1.0}},
    }  # fmt: skip
    priced = ledger_of(
        call(1, "rank", usd=0.25), call(2, "rank", usd=0.5),
        call(3, "rank", f"{NOT_ASKED}the run's budget of 2 calls does not last", usd=0.0),
    ).model.summary()  # fmt: skip
    assert (priced["calls"], priced["not_asked"], priced["failed"]) == (2, 1, 0)
    assert priced["not_asked_because"] == "the run's budget of 2 calls does not last"
    assert (priced["usd"], priced["unpriced"]) == (0.75, [])


def some_events() -> list[Event]:
    story = Story()
    return [
        story.join("dog", 1.0),
        story.state("dog", 2.0),
        story.intent("dog", 3.0, 1, IntentStatus.ADOPTED),
        story.message("dog", 4.0, MessageKind.CHAT, text="hello"),
        story.join("cart", 60.0),
        story.world("release", 70.0, thing="Mug|1", tidied=1),
    ]


@given(st.lists(st.sampled_from(some_events())))
def test_each_event_counts_once(events: list[Event]) -> None:
    ledger = ledger_of(*events)
    distinct = {e.identity: e for e in events}.values()
    assert sum(ledger.messages.values()) == sum(e.source is Source.TEAM for e in distinct)
    assert ledger.robot("dog").puts == sum(e.kind == "release" for e in distinct)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The executor and its worker: one at a time, cancel, time limits, faults, preemption."""

import time
from queue import Empty, SimpleQueue

import pytest
from skills_fakes import Bench, scene

from adhoc_teamwork.skills.execution.executor import Feedback
from adhoc_teamwork.skills.execution.worker import Job, Worker
from adhoc_teamwork.skills.registry import Registry, all_skills
from adhoc_teamwork.skills.settings import TIME_LIMITS
from adhoc_teamwork.skills.skill import Skill
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkill, SubSkillKind

POINT = SubSkillKind.GO_TO_POINT


def test_every_skill_has_a_limit() -> None:
    assert set(all_skills().names) == set(TIME_LIMITS)
    assert {kind.value for kind in SubSkillKind} == set(TIME_LIMITS)


def test_cancel_stops_the_drive_and_ends_as_cancelled() -> None:
    bench = Bench()
    bench.executor.start(SubSkill(POINT, dx=5.0))
    for _ in range(5):
        assert bench.step() is None
    feedback = bench.executor.feedback
    assert feedback is not None
    assert feedback.stage is Stage.EXECUTION
    assert 0.0 < feedback.distance_remaining < 5.0
    bench.executor.cancel()
    assert bench.navigator.drives[0].poll() is not None
    result = bench.step()
    assert result is not None
    assert (result.success, result.cause, result.stage) == (False, "cancelled", Stage.EXECUTION)
    assert not bench.executor.busy


def test_a_motion_that_ignores_the_cancel_does_not_hold_up_the_result_for_ever() -> None:
    bench = Bench()
    bench.executor.start(SubSkill(POINT, dx=5.0))
    bench.step()
    bench.navigator.drives[0].cancel = lambda: None  # type: ignore[method-assign]
    bench.executor.cancel()
    result = bench.finish(most=60)
    assert result.cause == "cancelled"


def test_time_limit_of_the_call_goes_before_the_skills_own() -> None:
    bench = Bench()
    bench.navigator.speed = 0.01
    result = bench.run(POINT, time_limit=3.0, dx=5.0)
    assert result.cause == Cause.TIMEOUT
    assert result.duration == pytest.approx(3.0, abs=0.4)
    assert "driving to that point" in result.message


def test_a_clock_that_jumps_back_does_not_end_a_skill() -> None:
    bench = Bench()
    bench.executor.start(SubSkill(POINT, dx=2.0), time_limit=10.0)
    for _ in range(10):
        bench.step()
    bench.clock.now = 0.0
    assert bench.finish().success


def test_a_clock_that_is_set_back_ends_no_wait() -> None:
    bench = Bench()
    bench.clock.now = 100.0
    there = False
    waiting = bench.robot.wait_until(lambda: there, 2.0, "waiting")
    next(waiting)
    bench.clock.now = 99.3
    next(waiting)
    there = True
    with pytest.raises(StopIteration) as end:
        next(waiting)
    assert end.value.value is True


def test_only_one_at_a_time_and_unknown_names_are_answered() -> None:
    bench = Bench()
    bench.executor.start(SubSkill(POINT, dx=2.0))
    with pytest.raises(RuntimeError, match="under way"):
        bench.executor.start(SubSkill(SubSkillKind.STOP))
    bench.finish()
    bench.executor.start(SubSkill("Dance"))  # type: ignore[arg-type]
    result = bench.finish()
    assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.UNKNOWN_SKILL)
    assert "Dance" in result.message
    assert "GoToRoom" in result.message


class Wave(Skill):
    """A sub-skill of another task that has a fault."""

    def precondition(self) -> None:
        return None

    def plan(self) -> None:
        raise ZeroDivisionError("fault")

    def execute(self) -> None:
        return None

    def postcondition(self) -> None:
        return None


def test_other_skills_register_by_name_and_their_faults_stay_theirs() -> None:
    bench = Bench()
    bench.executor.registry.register("Wave", Wave, 2.0)
    bench.executor.start(SubSkill("Wave"))  # type: ignore[arg-type]
    result = bench.finish()
    assert (result.stage, result.cause) == (Stage.PLANNING, Cause.INTERNAL_ERROR)
    assert bench.run(SubSkillKind.STOP).success
    with pytest.raises(ValueError, match="registered already"):
        bench.executor.registry.register("Wave", Wave)
    with pytest.raises(ValueError, match="above 0"):
        Registry().register("Wave", Wave, float("nan"))


def waited(job: Job) -> Cause | None:
    """Return the cause with which a job ended, None for success."""
    assert job.ended.wait(5.0)
    assert job.result is not None
    return job.result.cause


def job(heard: list[Feedback], kind: SubSkillKind = POINT, dx: float = 100.0) -> Job:
    """Return a call that lasts, or one that ends at once."""
    call = SubSkill(kind, dx=dx) if kind is POINT else SubSkill(kind)
    return Job(call, 0.0, heard.append)


@pytest.fixture
def running():  # type: ignore[no-untyped-def]
    """Yield a bench whose executor runs on a worker in wall time."""
    bench = Bench()
    bench.world.graph = scene()
    bench.navigator.modes = ["silent"]
    bench.robot.clock = time.monotonic
    worker = Worker(bench.executor, lambda: None)
    worker.start()
    yield bench, worker
    worker.stop()


def test_the_newest_call_takes_the_place_of_older_ones(running) -> None:  # type: ignore[no-untyped-def]
    bench, worker = running
    heard: list[Feedback] = []
    first, second = job(heard, dx=1.0), job(heard, dx=2.0)
    worker.submit(first)
    worker.submit(second)
    third = job(heard, SubSkillKind.STOP)
    worker.submit(third)
    assert waited(first) == waited(second) == "cancelled"
    assert waited(third) is None
    assert not bench.executor.busy


def test_cancel_before_and_after_the_beginning(running) -> None:  # type: ignore[no-untyped-def]
    _, worker = running
    heard: list[Feedback] = []
    first = job(heard, dx=1.0)
    worker.submit(first)
    deadline = time.monotonic() + 5.0
    while not heard and time.monotonic() < deadline:
        first.ended.wait(0.01)
    assert heard
    began = time.monotonic()
    worker.cancel(first)
    assert waited(first) == "cancelled"
    assert time.monotonic() - began < 0.5
    assert heard[-1].stage is Stage.EXECUTION


def test_a_step_is_taken_at_once_when_the_worker_is_woken_and_told_with_its_time() -> None:
    bench, stepped = Bench(), SimpleQueue[float]()
    worker = Worker(bench.executor, lambda: None, stepped.put)
    worker.start()
    try:
        assert stepped.get(timeout=5.0) == bench.clock.now
        for _ in range(20):
            bench.clock.advance(0.1)
            began = time.monotonic()
            worker.wake()
            while stepped.get(timeout=5.0) != bench.clock.now:
                assert time.monotonic() - began < 5.0
        assert stepped.empty(), "an idle worker waits to be woken"
    finally:
        worker.stop()


def test_a_world_that_cannot_be_read_does_not_end_the_worker() -> None:
    bench = Bench()
    bench.robot.clock = time.monotonic

    def refresh() -> None:
        raise OSError("unreadable")

    worker = Worker(bench.executor, refresh)
    worker.start()
    stop = job([], SubSkillKind.STOP)
    worker.submit(stop)
    assert waited(stop) is None
    lasting = job([], dx=5.0)
    bench.navigator.modes = ["silent"]
    worker.submit(lasting)
    worker.stop()
    assert waited(lasting) == "cancelled"


def test_a_worker_ends_also_where_what_it_stops_never_says_so_and_time_stands_still() -> None:
    """As at the end of a run: the simulator may have ended before its robots."""
    bench, stepped = Bench(), SimpleQueue[float]()
    bench.navigator.modes = ["silent"]
    worker = Worker(bench.executor, lambda: None, stepped.put)
    worker.start()
    lasting = job([], dx=5.0)
    worker.submit(lasting)
    deadline = time.monotonic() + 5.0
    while not bench.navigator.drives and time.monotonic() < deadline:
        worker.wake()
        lasting.ended.wait(0.01)
    bench.navigator.drives[0].cancel = lambda: None  # type: ignore[method-assign]
    worker.stop()
    assert waited(lasting) == "cancelled"
    while not stepped.empty():
        stepped.get()
    with pytest.raises(Empty):
        stepped.get(timeout=0.3)

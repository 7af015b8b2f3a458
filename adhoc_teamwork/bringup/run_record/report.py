# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write summary.json, and say in a few lines how a run went.

Where the observer could not write one, it is made of what is there.
"""

import json
import time
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.run_record.ending import Ending, left
from adhoc_teamwork.bringup.run_record.events import read_events
from adhoc_teamwork.bringup.run_record.run_statistics import (
    RobotRecord,
    RunStatistics,
    Span,
    idling,
)
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config, read_json
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.speed import speed_word
from adhoc_teamwork.teamwork.team.task import Episode, Task

_WORDS = {TIDY_UP: ("tidy", "still out of place")}


def build_summary(
    ledger: RunStatistics, ending: Ending, duration: float, wall: float, speed: float
) -> dict[str, Any]:
    """Return summary.json's content; `duration` in simulated, `wall` in real seconds."""
    task = ledger.task
    return {
        "task_success": ending.success,
        "reason": ending.reason,
        "scenario": task.scenario,
        "task": task.kind or ("cell" if not task.house else TIDY_UP),
        "house": task.house,
        "seed": task.seed,
        "with_adhoc": any(robot.ad_hoc for robot in task.robots),
        "duration_s": round(duration, 2),
        "wall_s": round(wall, 2),
        "speed": speed_word(speed),
        "tidied": ledger.tidied,
        "total": ledger.total,
        "misplaced": [
            {
                "object": record.object,
                "from": record.origin,
                "goal": record.goal,
                "tidied": record.tidied_at is not None,
                "when": _rounded(record.tidied_at),
            }
            for record in ledger.misplaced.values()
        ],
        **({"episode": _episode_summary(task.episode, duration)} if task.episode else {}),
        "robots": {name: _robot_summary(r, duration) for name, r in ledger.robots.items()},
        "messages": {
            "relayed": ledger.broker.relayed,
            "remembered": ledger.broker.remembered,
            "sent": sum(ledger.messages.values()),
            "by_kind": dict(sorted(ledger.messages.items())),
        },
        "llm": ledger.model.summary(),
        "restarts": dict(sorted(ledger.restarts.items())),
    }


def write_summary(path: Path, summary: dict[str, Any]) -> None:
    """Write a summary so that a reader finds either none or a whole one.

    Raises:
        OSError: It cannot be written.
    """
    text = json.dumps(summary, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, [text.encode()])


def read_summary(run_dir: Path) -> dict[str, Any]:
    """Return a run's summary.

    Raises:
        ConfigError: The folder has none.
    """
    path = run_dir / "summary.json"
    summary = read_json(path, "the summary of a run")
    if not isinstance(summary, dict):
        raise ConfigError(f"{path}: top level: expected an object")
    return summary


def summary_lines(summary: dict[str, Any], run_dir: Path) -> list[str]:
    """Return a short account of a run for people."""
    verdict = "Success" if summary["task_success"] else "Not done"
    lines = [
        f"{verdict}: {summary['reason']}.",
        f"  {summary['duration_s']:.0f} s simulated in {summary['wall_s']:.0f} s, "
        f"{summary['messages']['relayed']} messages relayed, "
        f"{summary['llm']['calls']} model calls ({summary['llm']['model'] or 'none'}"
        f"{_failures(summary['llm']['failed'])}){_cost(summary['llm'])}",
    ]
    if refused := summary["llm"].get("not_asked"):
        why = summary["llm"].get("not_asked_because") or "a budget was spent"
        lines.append(f"  {refused} questions were not asked: {why:.100}")
    width = max((len(name) for name in summary["robots"]), default=0)
    for name, robot in summary["robots"].items():
        lines.append(f"  {name:<{width}}  {_robot_line(robot)}")
    done, open_ = _WORDS.get(summary.get("task", TIDY_UP), ("there", "still elsewhere"))
    known = sum(item["tidied"] for item in summary["misplaced"])
    if more := max(0, summary.get("tidied", known) - known):
        open_ += f", or one of {more} that came in something else"
    for item in summary["misplaced"]:
        when = f"{done} at {item['when']:.0f} s" if item["tidied"] else open_
        lines.append(f"  {item['from']}: {when}")
    if episode := summary.get("episode"):
        there = f"{summary['tidied']} of {summary['total']} there"
        steps = f"{episode['steps']} of {episode['horizon']} {episode['unit']}s"
        lines.append(f"  {episode['suite']} {episode['name']}: {there} after {steps}")
        lines += [f"  note: {text}" for text in episode["differs"]]
    waits = [robot["longest_wait_s"] for robot in summary["robots"].values()]
    if any(waits):
        lines.append(f"  a picture waited for {max(waits):.2f} s simulated at the most")
    if summary["restarts"]:
        counts = ", ".join(f"{name} {count}x" for name, count in summary["restarts"].items())
        lines.append(f"  restarted: {counts}")
    lines.append(f"Run folder: {run_dir}")
    return lines


def _episode_summary(episode: Episode, duration: float) -> dict[str, Any]:
    return {
        "suite": episode.suite,
        "name": episode.name,
        "steps": episode.steps(duration),
        "horizon": episode.horizon,
        "unit": episode.unit,
        "differs": list(episode.differs),
    }


def _robot_summary(robot: RobotRecord, duration: float) -> dict[str, Any]:
    idle, had_work = idling(robot, duration)
    return {
        "joined_at": _rounded(robot.joined_at),
        "left_at": _rounded(robot.left_at),
        "ad_hoc": robot.ad_hoc,
        "robot_type": robot.robot_type,
        "path_length_m": round(robot.path_length, 2),
        "subtasks": [_subtask_summary(span, duration) for span in robot.subtasks.values()],
        "finished": robot.finished,
        "subskills": len(robot.subskills),
        "longest_wait_s": robot.longest_wait,
        "had_work_s": round(had_work, 2),
        "idle_with_work_s": round(idle, 2),
        "pickups": robot.pickups,
        "puts": robot.puts,
    }


def _subtask_summary(span: Span, duration: float) -> dict[str, Any]:
    return {
        "subtask": span.name,
        "start": _rounded(span.start),
        "end": _rounded(duration if span.end is None else span.end),
        "status": span.status,
    }


def _robot_line(robot: dict[str, Any]) -> str:
    if robot["joined_at"] is None:
        return "did not join"
    joined = f"joined at {robot['joined_at']:.0f} s" + (" (ad hoc)" if robot["ad_hoc"] else "")
    done = robot["finished"]
    did = ", ".join(f"{kind} {count}x" for kind, count in done.items()) or "nothing finished"
    return (
        f"{joined}, drove {robot['path_length_m']:.1f} m, {did}, "
        f"{robot['pickups']} pickups, {robot['puts']} puts{_idle_text(robot)}"
    )


def _idle_text(robot: dict[str, Any]) -> str:
    had_work = robot["had_work_s"]
    return f", idle {100.0 * robot['idle_with_work_s'] / had_work:.0f} %" if had_work else ""


def _failures(failed: int) -> str:
    return f", {failed} failed" if failed else ""


def _cost(told: dict[str, Any]) -> str:
    """Return what the model cost, in words, which a summary of before does not say."""
    known = f" for {told['usd']:.4f} USD" if told.get("usd") else ""
    unknown = (
        f", no price of {', '.join(told['unpriced'])} is known" if told.get("unpriced") else ""
    )
    return known + unknown


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 2)


def salvaged_summary(run_dir: Path, reason: str, speed: float) -> dict[str, Any]:
    """Return a summary out of task.json and the events that were recorded, if any.

    Raises:
        ConfigError: Neither the task nor the events can be read.
    """
    ledger = RunStatistics(load_config(run_dir / "task.json", Task))
    events = run_dir / "events.jsonl"
    if events.is_file():
        for event in read_events(events):
            ledger.add(event)
    ending = Ending(False, f"{reason} with {left(ledger)}", ledger.time)
    wall = max(0.0, time.time() - ledger.started) if ledger.started else 0.0
    return build_summary(ledger, ending, ledger.time, wall, speed)

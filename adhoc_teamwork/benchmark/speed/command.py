# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc bench speed`: measure how fast the benchmark is on this machine, and where time goes."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.teamwork.settings.number_words import positive_number, whole_number

if TYPE_CHECKING:
    from adhoc_teamwork.benchmark.speed.deciding import DecidingTimes
    from adhoc_teamwork.benchmark.speed.growth import Growth
    from adhoc_teamwork.benchmark.speed.planning import PlanningTimes
    from adhoc_teamwork.benchmark.speed.playing import WorkerTimes
    from adhoc_teamwork.benchmark.speed.table_time import TableTimes

PROCESSES = 2
SECONDS = 15.0
_TOP = 8


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser(
        "speed",
        help="measure how fast episodes and path planning are here",
        description=(
            "Play the heuristic team of 5 in a drawn house of 6 rooms, in processes of their own, "
            "and say how many actions a second that makes, what it needs and what it depends on. "
            "All but the first figure is by processor time, which other work hardly changes."
        ),
    )
    parser.add_argument(
        "--jobs", type=whole_number(1), default=PROCESSES, metavar="N", help="processes"
    )
    parser.add_argument(
        "--seconds", type=positive_number, default=SECONDS, metavar="S", help="how long they play"
    )
    parser.add_argument(
        "--table",
        action="store_true",
        help="say instead how long the paper's Table I takes, by a few episodes of each setting",
    )
    parser.add_argument(
        "--episodes",
        type=whole_number(10),
        metavar="N",
        help="say instead how much memory a process takes while it plays N short episodes",
    )
    parser.add_argument(
        "--against",
        metavar="FOLDER",
        help="with --table: play the same with the code of another checkout, by turns",
    )
    parser.add_argument(
        "--cores", type=whole_number(1), metavar="N",
        help="with --table: how long it takes on N cores of one or several machines (default: 2)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure and print; return the exit code.

    Raises:
        ConfigError: Wrong input.
        BenchError: A playing process failed.
    """
    if options.table and not options.episodes:
        return _run_table(options)
    for word in ("against", "cores", "table"):
        if getattr(options, word):
            from adhoc_teamwork.teamwork.settings.config import ConfigError

            why = "not with --episodes" if options.episodes else "only with --table"
            raise ConfigError(f"--{word}: {why}")
    if options.episodes:
        return _run_memory(options.episodes)
    from adhoc_teamwork.benchmark.speed.deciding import (
        ROBOTS_OF_MANY,
        THINGS_OF_MANY,
        time_deciding,
    )
    from adhoc_teamwork.benchmark.speed.growth import grow_crowd, grow_house, grow_team
    from adhoc_teamwork.benchmark.speed.planning import time_planning
    from adhoc_teamwork.benchmark.speed.playing import time_playing
    from adhoc_teamwork.benchmark.speed.profiling import profile_by_folder
    from adhoc_teamwork.benchmark.speed.trial import ROOMS, TEAM, Trial
    from adhoc_teamwork.teamwork.text.console import say_lines
    from adhoc_teamwork.teamwork.text.progress import Progress

    with Progress("adhoc bench: measuring", 7, "figures") as progress:
        workers = time_playing(options.jobs, options.seconds)
        progress.advance()
        trial = Trial.drawn()
        team = grow_team(trial)
        progress.advance()
        crowd = grow_crowd(trial)
        progress.advance()
        house = grow_house(trial)
        progress.advance()
        shares = profile_by_folder(trial)
        progress.advance()
        planning = time_planning()
        progress.advance()
        deciding = [time_deciding(trial), time_deciding(trial, ROBOTS_OF_MANY, THINGS_OF_MANY)]
        progress.advance()
    say_lines(f"Heuristic team of {TEAM}, house of {ROOMS} rooms, {options.jobs} processes\n")
    say_lines(_playing_table(workers))
    say_lines(_growth_table("robots, the world alone", crowd, "a step"))
    say_lines(_growth_table("robots that play", team, "a step"))
    say_lines(_growth_table("things in the house", house, "an action"))
    say_lines(_planning_table(planning))
    say_lines(_deciding_table(deciding))
    say_lines(_shares_table(shares))
    return 0


def _run_table(options: argparse.Namespace) -> int:
    from adhoc_teamwork.benchmark.speed.table_time import (
        CORES,
        sample,
        table_settings,
        time_table,
    )
    from adhoc_teamwork.teamwork.text.console import say_lines

    other = Path(options.against) if options.against else None
    cores = options.cores or CORES
    say_lines(_table_text(time_table(table_settings(), sample(), other), cores))
    return 0


def _run_memory(episodes: int) -> int:
    from adhoc_teamwork.benchmark.speed.memory import watch_memory
    from adhoc_teamwork.benchmark.terminal.markdown import table
    from adhoc_teamwork.teamwork.text.console import say_lines
    from adhoc_teamwork.teamwork.text.progress import Progress

    with Progress("adhoc bench: playing", episodes, "episodes") as progress:
        memory = watch_memory(episodes, progress.advance)
    rows = [
        [str(count), f"{megabytes:.0f}"]
        for count, megabytes in zip(memory.counts, memory.megabytes, strict=True)
    ]
    grown = f"In the second half {memory.kilobytes_an_episode:.1f} kB an episode came on top.\n"
    say_lines(f"{table(['episodes played', 'memory of the process, MB'], rows, 1)}\n{grown}")
    return 0


def _table_text(times: "TableTimes", cores: int) -> str:
    from adhoc_teamwork.benchmark.speed.table_time import TASKS
    from adhoc_teamwork.benchmark.terminal.markdown import table

    sides = [played for played in (times.other, times.own) if played]
    rows = []
    for team in dict.fromkeys(setting.team for setting in times.settings):
        rows.append([team, *_sides([times.episode(played, team) for played in sides])])
    rows.append(["all", *_sides([times.episode(played) for played in sides])])
    rows.append(["the house, once", *_sides([_mean([h.house for h in p]) for p in sides])])
    heads = ["the other's", "this one's", "ratio"] if times.other else ["seconds"]
    text = table(["processor time of an episode, s", *heads], rows, 1)
    minutes = [_minutes(times.minutes(played, cores)) for played in sides]
    hours = [f"{times.hours(played):.1f} h" for played in sides]
    text += (
        f"\nTable I, {TASKS} tasks in {len(times.settings)} settings, on {cores} cores with "
        f"nothing else to do: {', '.join(minutes)}, by extrapolation; "
        f"{', '.join(hours)} of one core.\n"
    )
    if times.other:
        count = len(times.settings) * len(times.own)
        text += f"Results differ in {times.differing} of {count} episodes.\n"
    return text


def _minutes(value: float) -> str:
    return f"{value:.0f} min" if value >= 10.0 else f"{value:.1f} min"


def _sides(seconds: list[float]) -> list[str]:
    """Return the cells of a row: seconds, and the ratio of two."""
    cells = [f"{value:.2f}" for value in seconds]
    return [*cells, f"{seconds[0] / seconds[1]:.2f}"] if len(seconds) > 1 else cells


def _playing_table(workers: "list[WorkerTimes]") -> str:
    from adhoc_teamwork.benchmark.terminal.markdown import table

    rows = [
        ["actions a second, all processes", f"{sum(w.rate for w in workers):.0f}"],
        ["the same by processor time", f"{sum(w.later for w in workers):.0f}"],
        ["the same in a house's first round", f"{sum(w.first for w in workers):.0f}"],
        ["seconds to prepare a house", f"{_mean([w.prepared for w in workers]):.2f}"],
        ["memory of a process, MB", f"{max(w.megabytes for w in workers):.0f}"],
    ]
    return table(["playing, sight included", ""], rows, 1) + "\n"


def _growth_table(what: str, growth: "Growth", of: str) -> str:
    from adhoc_teamwork.benchmark.terminal.markdown import table

    rows = [
        [str(count), f"{cost:.0f}"]
        for count, cost in zip(growth.counts, growth.microseconds, strict=True)
    ]
    grows = f"The cost of {of} grows with the power {growth.exponent:.2f} of their number.\n"
    return f"{table([what, 'µs an action'], rows, 1)}\n{grows}"


def _planning_table(times: "PlanningTimes") -> str:
    from adhoc_teamwork.benchmark.terminal.markdown import table

    rows = [
        ["moves to all sides", f"{times.any_p50:.2f}", f"{times.any_p95:.2f}"],
        ["moves ahead and turns", f"{times.ahead_p50:.2f}", f"{times.ahead_p95:.2f}"],
    ]
    name = "a way over 30 x 30 m, map at 5 cm"
    note = f"{times.cells} cells to stand on; the map is prepared in {times.prepared:.0f} ms.\n"
    return f"{table([name, 'p50 ms', 'p95 ms'], rows, 1)}\n{note}"


def _deciding_table(deciding: "list[DecidingTimes]") -> str:
    from adhoc_teamwork.benchmark.speed.deciding import MESSAGES
    from adhoc_teamwork.benchmark.terminal.markdown import table

    rows = [
        [
            f"{times.robots} robots, {times.things} things in {times.rooms} rooms",
            f"{times.p50:.1f}",
            f"{times.p95:.1f}",
            f"{times.prompts:.1f}",
            str(times.longest),
        ]
        for times in deciding
    ]
    name = f"irot's decision, {MESSAGES} messages, the model's time left out"
    return f"{table([name, 'p50 ms', 'p95 ms', 'prompts', 'characters at most'], rows, 1)}\n"


def _shares_table(shares: list[tuple[str, float]]) -> str:
    from adhoc_teamwork.benchmark.terminal.markdown import table

    rows = [[name, f"{100.0 * share:.1f}"] for name, share in shares[:_TOP]]
    rest = sum(share for _, share in shares[_TOP:])
    return table(["where the time goes", "%"], [*rows, ["all else", f"{100.0 * rest:.1f}"]], 1)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)

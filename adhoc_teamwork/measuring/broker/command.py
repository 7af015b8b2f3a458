# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc comm-bench`: run the measurements asked for, print tables, say what missed its limit."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser, ended
from adhoc_teamwork.teamwork.settings.number_words import positive_number, whole_number
from adhoc_teamwork.teamwork.text.console import complain

PROGRAM = "adhoc comm-bench"
HOLDS, MISSED = DONE, FAILED
MAX_DOMAIN = 232


@dataclass(frozen=True)
class Measurement:
    """Name a measurement: `function` of `module` runs it, a line says what it measures."""

    name: str
    module: str
    function: str
    summary: str


_FAULTS = "adhoc_teamwork.measuring.broker.faults"
_DEMO = "adhoc_teamwork.measuring.broker.demo_faults"
_NETWORKS = "adhoc_teamwork.measuring.broker.networks.networks"
MEASUREMENTS = (
    Measurement(
        "latency",
        "adhoc_teamwork.measuring.broker.performance",
        "measure_latency",
        "an intent over the broker against a direct topic",
    ),
    Measurement(
        "throughput",
        "adhoc_teamwork.measuring.broker.performance",
        "measure_throughput",
        "1,000 messages of 500 bytes a second among 6 robots",
    ),
    Measurement(
        "fifty",
        "adhoc_teamwork.measuring.broker.performance",
        "measure_fifty",
        "50 robots that tell their state at 5 Hz",
    ),
    Measurement(
        "hundred",
        "adhoc_teamwork.measuring.broker.performance",
        "measure_hundred",
        "100 robots that tell their state at 5 Hz",
    ),
    Measurement(
        "memory",
        "adhoc_teamwork.measuring.broker.performance",
        "measure_memory",
        "the broker's memory over minutes",
    ),
    Measurement(
        "day",
        "adhoc_teamwork.measuring.broker.ros.day",
        "measure_day",
        "memory of planners and broker over 24 hours by their clock",
    ),
    Measurement(
        "joining",
        "adhoc_teamwork.measuring.broker.performance",
        "measure_joining",
        "how soon a robot that joins knows its team",
    ),
    Measurement(
        "hostile",
        "adhoc_teamwork.measuring.broker.hostile.hostile",
        "measure_hostile",
        "10,000 hostile or malformed messages",
    ),
    Measurement(
        "kills", _FAULTS, "measure_kills", "the broker killed 20 times at random, on its log"
    ),
    Measurement("loss", _FAULTS, "measure_loss", "20 % of all frames lost, 200 ms delay"),
    Measurement("partition", _FAULTS, "measure_partition", "half of the team cut off for 30 s"),
    Measurement("death", _FAULTS, "measure_death", "a robot that dies while it holds an intent"),
    Measurement("flood", _FAULTS, "measure_flood", "a robot that says more than it may"),
    Measurement("clocks", _FAULTS, "measure_clocks", "clocks five seconds apart"),
    Measurement("domains", _NETWORKS, "measure_domains", "each robot in a ROS domain of its own"),
    Measurement(
        "hosts", _NETWORKS, "measure_hosts", "hosts in network namespaces: discovery, loss, parting"
    ),
    Measurement("demo-kills", _DEMO, "measure_kills", "the demo while its broker is killed"),
    Measurement("demo-loss", _DEMO, "measure_loss", "the demo over lossy, slow radios"),
    Measurement("demo-partition", _DEMO, "measure_partition", "the demo, a robot cut off"),
    Measurement("demo-death", _DEMO, "measure_death", "the demo, a robot dies with an intent"),
    Measurement("demo-flood", _DEMO, "measure_flood", "the demo, flooded by a stranger"),
    Measurement("demo-clocks", _DEMO, "measure_clocks", "the demo, a robot's clock ahead"),
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    names = [measurement.name for measurement in MEASUREMENTS]
    parser = Parser(
        prog=PROGRAM,
        description="Measure the message broker. Exit code 0: every limit holds; 1: one is missed.",
        epilog="\n".join(f"  {m.name:<12} {m.summary}" for m in MEASUREMENTS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only",
        action="extend",
        nargs="+",
        choices=names,
        metavar="NAME",
        help=f"run these alone: {', '.join(names)}",
    )
    parser.add_argument(
        "--scale",
        action="store_true",
        help="say instead, by simulation, what teams of up to 10,000 robots cost",
    )
    parser.add_argument(
        "--seconds",
        type=positive_number,
        default=20.0,
        metavar="S",
        help="for which each load lasts",
    )
    parser.add_argument(
        "--minutes",
        type=positive_number,
        default=10.0,
        metavar="M",
        help="for which memory is followed",
    )
    parser.add_argument(
        "--hours",
        type=positive_number,
        default=24.0,
        metavar="H",
        help="for which a team lives by its own clock",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(),
        default=0,
        metavar="N",
        help="what random moments are drawn with",
    )
    parser.add_argument(
        "--config", type=Path, metavar="DIR", help="folder with the scenarios of the demo"
    )
    parser.add_argument(
        "--domains",
        type=_domains,
        default=_domains(os.environ.get("ROS_DOMAIN_ID") or "0"),
        metavar="N,N",
        help="ROS domains to run in; the first one serves where one is enough",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line: 0 every limit holds, 1 not, 2 bad input, 130 interrupted."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    options = build_parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    return ended(PROGRAM, lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    if options.scale:
        from adhoc_teamwork.measuring.broker.scale import tables
        from adhoc_teamwork.teamwork.text.console import say_lines

        say_lines(tables())
        return HOLDS
    # Imported here because --help is answered where nothing is set up yet.
    import importlib

    from adhoc_teamwork.measuring.broker.children import ChildError
    from adhoc_teamwork.measuring.broker.findings import Result, missed, print_result
    from adhoc_teamwork.measuring.broker.setting import Setting
    from adhoc_teamwork.teamwork.text.tables import PlainConsole

    setting = Setting(
        options.seconds, options.minutes, options.domains, options.seed, options.hours
    )
    if options.config is not None:
        setting = replace(setting, config=options.config)
    console = PlainConsole()
    results: list[Result] = []
    broken: list[str] = []
    for measurement in MEASUREMENTS:
        if options.only and measurement.name not in options.only:
            continue
        console.print(f"{measurement.name}: {measurement.summary} ...", highlight=False)
        measure: Callable[[Setting], Result] = getattr(
            importlib.import_module(measurement.module), measurement.function
        )
        try:
            results.append(measure(setting))
        except ChildError as error:
            broken.append(f"{measurement.name}: {error}")
            console.print(f"{measurement.name}: {error}", highlight=False)
            continue
        print_result(results[-1], console)
    short = [*broken, *missed(results)]
    for line in short:
        complain(f"missed: {line}")
    return MISSED if short else HOLDS


def _domains(text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if not all(number.isdecimal() and int(number) <= MAX_DOMAIN for number in numbers):
        raise argparse.ArgumentTypeError(
            f"expected numbers from 0 to {MAX_DOMAIN} with commas between them, got '{text}'"
        )
    return tuple(int(number) for number in numbers)

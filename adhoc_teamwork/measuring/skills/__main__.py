# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the measurements of the skills as a program (`adhoc skills --evaluate`).

Each reads its words and returns what runs it, and is named by the word that asks for it.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from adhoc_teamwork.benchmark.terminal.command_line import ended
from adhoc_teamwork.measuring.skills import command

PROGRAM = "adhoc skills"


def _deferred(module: str) -> Callable[[Sequence[str]], Callable[[], int]]:
    """Return what begins a measurement whose module has `run`, imported when it runs."""

    def begin(words: Sequence[str]) -> Callable[[], int]:
        def run() -> int:
            # Imported here because help is answered on a machine where nothing is set up yet.
            code: int = import_module(f"adhoc_teamwork.measuring.{module}").run(words)
            return code

        return run

    return begin


MEASUREMENTS: dict[str, Callable[[Sequence[str]], Callable[[], int]]] = {
    "--evaluate": command.begin,
    "--speed": _deferred("arms"),
    "--plan-check": _deferred("cells.plan_check"),
    "--collisions": _deferred("cells.random_states"),
    "--joint-speed": _deferred("cells.joint_speed"),
    "--waypoints": _deferred("cells.waypoints"),
}
"""By the word on the command line; without one of them the first parser says what there is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0 ran, 1 missed, 2 bad input, 130 stopped."""
    words = list(sys.argv[1:] if arguments is None else arguments)

    def begin() -> Callable[[], int]:
        asked = next((word for word in words if word in MEASUREMENTS), "--evaluate")
        return MEASUREMENTS[asked](words)

    return ended(PROGRAM, begin)


if __name__ == "__main__":
    sys.exit(main())

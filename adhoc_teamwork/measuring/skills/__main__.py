# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the measurements of the skills as a program (`adhoc skills --evaluate`).

Each reads its words and returns what runs it, and is named by the word that asks for it.
"""

import sys
from collections.abc import Callable, Sequence

from adhoc_teamwork.benchmark.terminal.command_line import ended
from adhoc_teamwork.measuring.skills import command

PROGRAM = "adhoc skills"


def _begin_arm_speed(words: Sequence[str]) -> Callable[[], int]:
    def run() -> int:
        # Imported here because help is answered on a machine where nothing is set up yet.
        from adhoc_teamwork.measuring import arms as arm_trials

        return arm_trials.run(words)

    return run


def _begin_plan_check(words: Sequence[str]) -> Callable[[], int]:
    def run() -> int:
        from adhoc_teamwork.measuring.cells import plan_check

        return plan_check.run(words)

    return run


def _begin_random_states(words: Sequence[str]) -> Callable[[], int]:
    def run() -> int:
        from adhoc_teamwork.measuring.cells import random_states

        return random_states.run(words)

    return run


MEASUREMENTS: dict[str, Callable[[Sequence[str]], Callable[[], int]]] = {
    "--evaluate": command.begin,
    "--speed": _begin_arm_speed,
    "--plan-check": _begin_plan_check,
    "--collisions": _begin_random_states,
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

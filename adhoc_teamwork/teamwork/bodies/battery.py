# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a battery has left: counted from what a robot does, not from how long it is there."""


def left_after(left: float, at_work: bool, seconds: float = 1.0) -> float:
    """Return the seconds of work that a battery has left after some seconds; never less than 0.

    A robot is at work while its base drives or turns, its arm or hand moves, or its body is in the
    air. Standing, seeing, talking and thinking take nothing. In the step world each action is a
    second of work: the paper's batteries are numbers of steps (sections IV-A and V-A).
    """
    return max(0.0, left - seconds) if at_work else left

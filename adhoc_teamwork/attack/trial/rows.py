# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The rows of the table: what is attacked, with which share of the inputs, by which module."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adhoc_teamwork.attack.trial.target import Target


@dataclass(frozen=True)
class Row:
    """Name a row: `make_targets` of `module` makes what is struck.

    `share` says how many of the inputs are its own, as a part of the sum over all rows: what
    answers fast is asked more often. `allowed` are events of the interpreter that its targets have
    a reason for (`adhoc_teamwork.attack.trial.worker`).
    """

    name: str
    module: str
    summary: str
    share: int
    allowed: frozenset[str] = frozenset()


ROWS = (
    Row("configurations", "adhoc_teamwork.attack.files.configurations",
        "tasks, goals, scenarios, cards, resumes, safety, skills, strangers, kinds", 30),
    Row("houses", "adhoc_teamwork.attack.files.houses", "houses in ProcTHOR's format, and worlds made of them", 6),
    Row("bodies", "adhoc_teamwork.attack.files.bodies", "URDFs and meshes", 8),
    Row("task sets", "adhoc_teamwork.attack.files.task_sets", "task sets and results of the benchmark", 8),
    Row("runs", "adhoc_teamwork.attack.files.runs", "run folders: tasks, events, summaries, calls, journals", 24),
    Row("bags", "adhoc_teamwork.attack.files.bags", "recorded bags: MCAP, SQLite", 14),
    Row("weights", "adhoc_teamwork.attack.files.weights", "learned weights: arrays, pickles, zip bombs", 8),
    Row("templates", "adhoc_teamwork.attack.files.templates", "prompt folders: Jinja2 templates", 1),
    Row("kept answers", "adhoc_teamwork.attack.files.kept_answers", "caches of answers and logs of brokers", 3),
    Row("answers", "adhoc_teamwork.attack.answers", "a model's words, through every parser of answers", 45),
    Row("endpoints", "adhoc_teamwork.attack.endpoints", "a model's endpoint: what it sends over HTTP", 2,
        frozenset({"socket.connect", "socket.bind"})),
    Row("strangers", "adhoc_teamwork.attack.words", "strangers' messages and a person's lines", 20),
    Row("frames", "adhoc_teamwork.attack.ros.frames", "team messages and receipts as bytes on the wire", 26),
    Row("terminals", "adhoc_teamwork.attack.terminals", "names and words of others, in all that prints", 1),
Row("requests", "adhoc_teamwork.attack.requests", "requests to the console's page and commands", 10,
        frozenset({"socket.connect", "socket.bind"})),
)  # fmt: skip
"""What is struck within processes of the attack's own, by name."""

LIVE_ROWS = {
    "live answers": "a team's planners, by way of an endpoint that sends what it likes",
    "live stops": "a team's emergency stop, while its processes are killed",
    "live requests": "a team's console",
    "live messages": "every topic that a team's nodes subscribe to",
}
"""What is tried against one team that runs: summaries by name."""


def targets_of(module: str) -> "tuple[Target, ...]":
    """Return the targets that a module makes."""
    make: Callable[[], Sequence[Target]] = importlib.import_module(module).make_targets
    return tuple(make())


def counts(total: int) -> dict[str, int]:
    """Return how many of `total` inputs are each row's, one at least."""
    shares = sum(row.share for row in ROWS)
    return {row.name: max(1, round(total * row.share / shares)) for row in ROWS}

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``timeline`` command: draw one run, or two on the same time axis."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.teamwork.settings.runs import recorded_run


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Draw who did what when; two runs are drawn on the same time axis.",
    )
    parser.add_argument("runs", nargs="+", type=recorded_run, metavar="RUN",
        help="run folder; 'latest' for runs/latest")  # fmt: skip
    parser.add_argument("--out", metavar="FILE.png", help="default: RUN/timeline.png of the first")
    parser.set_defaults(run=run)


def run(values: argparse.Namespace) -> int:
    """Draw the picture.

    Raises:
        ConfigError: A folder is no run, or the picture cannot be written.
    """
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.text.console import say

    if len(values.runs) > 2:
        raise ConfigError(f"timeline: {len(values.runs)} run folders; expected one or two")
    out = Path(values.out) if values.out else values.runs[0] / "timeline.png"
    if out.suffix.lower() != ".png":
        raise ConfigError(f"--out {out}: expected a file that ends with .png")
    if values.out and not out.parent.is_dir():
        raise ConfigError(f"--out {out}: {out.parent} is no folder; expected one that exists")
    draw_runs(values.runs, out)
    say(str(out))
    return 0


def draw_runs(folders: Sequence[Path], out: Path) -> None:
    """Draw the runs of one or two folders into a picture.

    Raises:
        ConfigError: A folder is no run.
    """
    from adhoc_teamwork.bringup.run_record.timeline import draw
    from adhoc_teamwork.bringup.run_record.timeline_data import load_timeline

    draw([load_timeline(folder) for folder in folders], out)

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of trials: one file to open anywhere, with the table and a picture of each failure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import jinja2
from markupsafe import Markup

from adhoc_teamwork.bringup.trials.outcomes import End, ObjectOutcome
from adhoc_teamwork.bringup.trials.records import TrialRecord
from adhoc_teamwork.bringup.trials.table import HEADINGS, row, summary_lines, tally
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.text.plain_text import plain

FILE = "index.html"
PictureOf = Callable[[TrialRecord, ObjectOutcome], str]
"""Returns the picture of a failure as SVG, empty where there is none."""


@dataclass(frozen=True)
class _Failure:
    """Hold what the page shows of one object that was not tidied."""

    run: str
    outcome: ObjectOutcome
    picture: Markup


def write_page(path: Path, records: Sequence[TrialRecord], picture_of: PictureOf) -> None:
    """Write the page.

    Raises:
        ConfigError: It cannot be written.
    """
    try:
        write_whole(path, [page(records, picture_of).encode()])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a file to write") from None


def page(records: Sequence[TrialRecord], picture_of: PictureOf) -> str:
    """Return the page's text; nothing in it is loaded from elsewhere."""
    failures = [
        _Failure(record.name, item, Markup(picture_of(record, item)))
        for record in records
        for item in record.objects
        if item.end is not End.TIDIED
    ]
    whole = tally(records)
    template = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    ).from_string(_beside("trials", "page.html.j2"))
    return template.render(
        theme=Markup(_beside("team_console", "page", "theme.css")),
        summary=summary_lines(whole),
        ends=whole.ends,
        headings=HEADINGS,
        rows=[(record, row(record)) for record in records],
        groups=[(end, [f for f in failures if f.outcome.end is end]) for end in End],
    )


def _shown(value: object) -> object:
    """Return what a blank of the page shows: a text of others without control characters."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _beside(*names: str) -> str:
    """Return the text of a file of this package."""
    return files("adhoc_teamwork.bringup").joinpath(*names).read_text(encoding="utf-8")

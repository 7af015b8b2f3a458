# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where runs lie, how commands name them, and links to what was made last."""

from pathlib import Path

from adhoc_teamwork.teamwork.settings.input_words import path_to_read
from adhoc_teamwork.teamwork.text.console import complain

RUNS = Path("runs")
LATEST = "latest"


def named_run(text: str) -> Path:
    """Return the folder or bag of the run that a person named; `latest` is runs/latest."""
    return RUNS / LATEST if text == LATEST else Path(text)


def recorded_run(text: str) -> Path:
    """Return the folder or bag of the run that a person named, which is there; for argparse."""
    return path_to_read(str(named_run(text)))


def point_to(target: Path, link: Path) -> None:
    """Make a link to what was made last, or say why there is none."""
    if link.exists() and not link.is_symlink():
        complain(f"adhoc: {link} is no link; it is left as it is")
        return
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    except OSError as error:
        complain(f"adhoc: {link}: {error.strerror}; it does not lead to {target}")

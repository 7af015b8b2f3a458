# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a replay prints, and the words for the models whose answers it takes."""

from adhoc_teamwork.teamwork.settings.command_line import FAILED
from adhoc_teamwork.teamwork.text.console import shown
from adhoc_teamwork.teamwork.text.plain_text import plain

DIVERGED = FAILED
"""The exit code where a decision is not the same."""
RECORDED, OFFLINE, HOSTED = "recorded", "offline", "openai"


def say(text: str) -> None:
    """Write a line for whoever asked; nobody who reads any more ends the work."""
    print(shown(text))  # noqa: T201


def tell(line: str) -> None:
    """Write a line for a program: plain, and whole however long it is."""
    print(plain(line))  # noqa: T201

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robots of a team in one line, as launch files and nodes take them."""

import re
from collections.abc import Iterable

from adhoc_teamwork.teamwork.settings.config import ConfigError

ROBOT_NAME = re.compile(r"[A-Za-z]\w*")
"""Names of topics and of folders are made of robots' names."""


def listed(robots: Iterable[tuple[str, str]]) -> str:
    """Return names and cards of robots as `named_cards` reads them."""
    return ",".join(f"{name}={card}" for name, card in robots)


def named_cards(text: str, source: str = "robots") -> tuple[tuple[str, str], ...]:
    """Return name and card of each robot in ``NAME=CARD,NAME=CARD,...``.

    Raises:
        ConfigError: The text has another form, a name stands there twice, or is none.
    """
    pairs = [tuple(part.strip() for part in entry.split("=")) for entry in text.split(",")]
    if any(len(pair) != 2 or not all(pair) for pair in pairs):
        raise ConfigError(f"{source}:={text}: expected NAME=CARD,NAME=CARD,...")
    names = [pair[0] for pair in pairs]
    if len(set(names)) < len(names):
        raise ConfigError(f"{source}:={text}: every robot needs a name of its own")
    for name in names:
        if not ROBOT_NAME.fullmatch(name):
            raise ConfigError(
                f"{source}: the name {name!r:.60}: expected a letter, then letters, digits and _"
            )
    return tuple((pair[0], pair[1]) for pair in pairs)

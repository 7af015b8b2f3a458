# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""The robots of a team in one line, as launch files and nodes take them."""

from collections.abc import Iterable

from teamwork.config import ConfigError


def listed(robots: Iterable[tuple[str, str]]) -> str:
    """Return names and cards of robots as `named_cards` reads them."""
    return ",".join(f"{name}={card}" for name, card in robots)


def named_cards(text: str, source: str = "robots") -> tuple[tuple[str, str], ...]:
    """Return name and card of each robot in ``NAME=CARD,NAME=CARD,...``.

    Raises:
        ConfigError: The text has another form, or a name stands there twice.
    """
    pairs = [tuple(part.strip() for part in entry.split("=")) for entry in text.split(",")]
    if any(len(pair) != 2 or not all(pair) for pair in pairs):
        raise ConfigError(f"{source}:={text}: expected NAME=CARD,NAME=CARD,...")
    names = [pair[0] for pair in pairs]
    if len(set(names)) < len(names):
        raise ConfigError(f"{source}:={text}: every robot needs a name of its own")
    return tuple((pair[0], pair[1]) for pair in pairs)

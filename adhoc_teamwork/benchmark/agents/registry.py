# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which names stand for policies here: those of the planner, and the benchmark's own five."""

from adhoc_teamwork.adhoc_planner.policies import registry
from adhoc_teamwork.teamwork.settings.config import ConfigError

NONE, RANDOM, ALL_KNOWING, ORACLE = "none", "random", "all-knowing", "oracle"
ALL_SEEING = "all-seeing"
"""The bound of a robot that sees everything, and has the stand-in's common sense."""


def team_names() -> tuple[str, ...]:
    """Return the policies that a team can follow."""
    return tuple(name for name, entry in registry.policies().items() if not entry.by_person)


def adhoc_names() -> tuple[str, ...]:
    """Return the policies that an ad hoc robot can follow, in the order of tables."""
    return (NONE, RANDOM, *team_names(), ALL_SEEING, ALL_KNOWING, ORACLE)


def check_names(team: str, adhoc: str) -> None:
    """Refuse policies that there are none of.

    Raises:
        ConfigError: One of the names is not known.
    """
    if team not in team_names():
        raise ConfigError(f"--team {team}: no such policy; expected {', '.join(team_names())}")
    if adhoc not in adhoc_names():
        raise ConfigError(f"--adhoc {adhoc}: no such policy; expected {', '.join(adhoc_names())}")


def asks_model(team: str, adhoc: str) -> bool:
    """Tell whether one of the two asks a language model, whose name is then part of the result."""
    known = registry.policies()
    return any(registry.asks_model(name) for name in (team, adhoc) if name in known)

"""The policies by name; nothing heavy is imported, so that the command line can ask."""

from teamwork.config import ConfigError

TEAM_NAMES = ("heuristic",)
ADHOC_NAMES = ("none", "random", "heuristic", "irot", "oracle")
_ASKING = frozenset({"irot"})


def check_names(team: str, adhoc: str) -> None:
    """Refuse policies that this version does not have.

    Raises:
        ConfigError: One of the names is not known.
    """
    if team not in TEAM_NAMES:
        raise ConfigError(f"--team {team}: no such policy; expected {', '.join(TEAM_NAMES)}")
    if adhoc not in ADHOC_NAMES:
        raise ConfigError(f"--adhoc {adhoc}: no such policy; expected {', '.join(ADHOC_NAMES)}")


def asks_model(team: str, adhoc: str) -> bool:
    """Tell whether one of the two asks a language model, whose name is then part of the result."""
    return not _ASKING.isdisjoint((team, adhoc))

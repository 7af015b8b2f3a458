"""The robots of a team in one line, as launch files and nodes take them."""

from teamwork.config import ConfigError


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

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What each kind of team message is owed: how it is delivered, kept, limited, and how soon."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ConfigDict

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config, read_yaml
from adhoc_teamwork.teamwork.team.message import MessageKind


class Delivery(StrEnum):
    """Say what a kind of message is owed.

    LATEST: the newest counts, one that is lost is not sent again. RELIABLE: every one arrives once.
    """

    LATEST = "latest"
    RELIABLE = "reliable"


@dataclass(frozen=True)
class KindRule:
    """Say how one kind of message is treated.

    Attributes:
        delivery: See `Delivery`.
        history: So many of it, of each sender, are kept for a receiver that cannot be reached.
        expiry: Seconds after which nobody sends one again.
        rate: Messages a second that one robot may say in the long run.
        burst: Messages that it may say at once.
        size: Bytes that one may have.
        priority: Of what waits, the lowest number goes first.
        checked_first: Whether the broker decodes and checks one before it passes it on; else it
            passes it on as it came, and each receiver checks it.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=False)

    delivery: Delivery = Delivery.RELIABLE
    history: int = 500
    expiry: float = 600.0
    rate: float = 400.0
    burst: int = 400
    size: int = 65536
    priority: int = 5
    checked_first: bool = True

    @property
    def is_reliable(self) -> bool:
        """Tell whether every message of the kind must arrive."""
        return self.delivery is Delivery.RELIABLE


@dataclass(frozen=True)
class KindTable:
    """Hold the rule of each kind, as `config/communication/kinds.yaml` has it."""

    intent: KindRule = field(
        default_factory=lambda: KindRule(rate=200.0, priority=0, checked_first=False)
    )
    leave: KindRule = field(
        default_factory=lambda: KindRule(rate=5.0, burst=10, priority=0, checked_first=False)
    )
    join: KindRule = field(default_factory=lambda: KindRule(rate=5.0, burst=10, priority=1))
    reflection: KindRule = field(
        default_factory=lambda: KindRule(expiry=120.0, rate=200.0, priority=1)
    )
    capability: KindRule = field(
        default_factory=lambda: KindRule(history=20, rate=50.0, burst=100, priority=2)
    )
    detection: KindRule = field(
        default_factory=lambda: KindRule(rate=50.0, burst=100, size=262144, priority=3)
    )
    state: KindRule = field(
        default_factory=lambda: KindRule(
            Delivery.LATEST, history=1, expiry=60.0, rate=20.0, burst=40, size=16384, priority=4
        )
    )
    chat: KindRule = field(
        default_factory=lambda: KindRule(
            rate=20.0, burst=60, size=16384, priority=6, checked_first=False
        )
    )
    say: KindRule = field(default_factory=lambda: _talk(5))
    propose: KindRule = field(default_factory=lambda: _talk(1))
    assign: KindRule = field(default_factory=lambda: _talk(1))
    answer: KindRule = field(default_factory=lambda: _talk(1))
    conclude: KindRule = field(default_factory=lambda: _talk(0))


def _talk(priority: int) -> KindRule:
    """Return the rule of a turn of a conversation, which is over after a while."""
    return KindRule(expiry=120.0, rate=5.0, burst=40, size=32768, priority=priority)


@dataclass(frozen=True)
class _KindsFile:
    kinds: KindTable = KindTable()


class KindRules:
    """Look up the rule of a kind."""

    def __init__(self, table: KindTable | None = None) -> None:
        table = table or KindTable()
        self._given: Mapping[MessageKind, KindRule] = {
            kind: getattr(table, kind.name.lower()) for kind in MessageKind
        }
        self._of = dict(self._given)

    def __getitem__(self, kind: MessageKind) -> KindRule:
        return self._of[kind]

    def change(self, kind: MessageKind, rate: float, expiry: float) -> None:
        """Use another rate and expiry from now on; 0: as it was given at first."""
        given = self._given[kind]
        self._of[kind] = replace(given, rate=rate or given.rate, expiry=expiry or given.expiry)

    def lines(self) -> list[str]:
        """Return the rules in words, one kind a line, for a log."""
        return [f"{kind.name.lower()}: {rule}" for kind, rule in self._of.items()]


def load_rules(path: Path) -> KindRules:
    """Read `kinds.yaml`; a kind or value that it leaves out is as in `KindTable`.

    Raises:
        ConfigError: In one line, what is wrong where, and what was expected.
    """
    table = parse_config(_completed(read_yaml(path)), _KindsFile, str(path)).kinds
    for entry in fields(table):
        rule: KindRule = getattr(table, entry.name)
        for name in ("history", "expiry", "rate", "burst", "size"):
            value = getattr(rule, name)
            if not 0 < value < float("inf"):
                raise ConfigError(
                    f"{path}: kinds.{entry.name}.{name}: expected a number above 0, got {value}"
                )
    return KindRules(table)


def _completed(data: Any) -> Any:
    """Return the file's contents with each kind's built-in rule where it leaves something out."""
    if not isinstance(data, dict) or not isinstance(data.get("kinds"), dict):
        return data
    built_in = asdict(KindTable())
    kinds = {
        name: {**built_in[name], **rule} if name in built_in and isinstance(rule, dict) else rule
        for name, rule in data["kinds"].items()
    }
    return {**data, "kinds": kinds}

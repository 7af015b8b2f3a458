# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read the journals of a run from its bag, also from one that is not, or never was, closed."""

import struct
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord
from adhoc_teamwork.adhoc_planner.journal.coding import OtherVersionError, Turn, line_from_json
from adhoc_teamwork.adhoc_planner.journal.inputs import InputKind
from adhoc_teamwork.adhoc_planner.journal.notes import NoteKind
from adhoc_teamwork.teamwork.recordings.bag_reading import find_bag, read_bag
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import complain
from adhoc_teamwork.teamwork.topics import PLANNER_JOURNAL

_ENCAPSULATION = 4
_LITTLE_ENDIAN = 1


@dataclass(frozen=True)
class Session:
    """Hold one planner's journal from its start; it was started anew where a robot has several.

    `missing` says from which turn on turns are missing, 0 where none is: what comes after is left
    out of `turns`.
    """

    record: AgentRecord
    turns: tuple[Turn, ...]
    missing: int = 0


def read_sessions(
    run: Path,
    inputs: Collection[InputKind] = tuple(InputKind),
    notes: Collection[NoteKind] = tuple(NoteKind),
) -> tuple[Session, ...]:
    """Return the sessions of all planners of a run folder, or of a bag, by time.

    Args:
        run: The folder.
        inputs: Kinds of inputs that are wanted: the others are left out of turns.
        notes: Kinds of notes that are wanted.

    Raises:
        ConfigError: There is no bag, it cannot be read, or holds no journal from its beginning.
    """
    bag = find_bag(run)
    records: dict[tuple[str, int], AgentRecord] = {}
    turns: dict[tuple[str, int], dict[int, Turn]] = {}
    bad = _Bad()
    for message in read_bag(bag, _is_journal):
        topic = message.channel.topic
        robot = topic.rpartition(f"/{PLANNER_JOURNAL}")[0].strip("/")
        for read in _read(message.data, f"{bag}: {topic}", bad, inputs, notes):
            if isinstance(read, AgentRecord):
                records[robot, read.session] = read
            else:
                # A recorder that was started anew hears again what it had heard.
                turns.setdefault((robot, read.session), {})[read.number] = read
    if bad.count:
        complain(f"{bag}: {bad.count} lines of journals left out; the first: {bad.first}")
    for robot, session in turns:
        if (robot, session) not in records:
            raise ConfigError(
                f"{bag}: the journal of {robot} lacks its beginning; expected a recording that "
                "began within ten minutes of its planner's start"
            )
    found = [_session(record, turns.get(key, {})) for key, record in records.items()]
    if not found:
        raise ConfigError(f"{bag}: no {PLANNER_JOURNAL} in it; expected a run's recording")
    return tuple(sorted(found, key=lambda session: session.record.session))


@dataclass
class _Bad:
    """Count what was no line of a journal."""

    count: int = 0
    first: str = ""

    def add(self, error: ConfigError) -> None:
        self.count += 1
        self.first = self.first or str(error)


def _read(
    data: bytes,
    source: str,
    bad: _Bad,
    inputs: Collection[InputKind],
    notes: Collection[NoteKind],
) -> Iterator[AgentRecord | Turn]:
    """Yield what the lines of one message say; what says nothing is counted.

    Raises:
        OtherVersionError: The journal is another version's.
    """
    try:
        lines = _string(data, source).split("\n")
    except ConfigError as error:
        bad.add(error)
        return
    for number, line in enumerate(lines, 1):
        try:
            yield line_from_json(line, f"{source}, line {number}", inputs, notes)
        except OtherVersionError:
            raise
        except ConfigError as error:
            bad.add(error)


def _session(record: AgentRecord, turns: dict[int, Turn]) -> Session:
    known = [turns[number] for number in sorted(turns)]
    whole = [turn for place, turn in enumerate(known, 1) if turn.number == place]
    is_whole = len(whole) == len(known)
    return Session(record, tuple(whole), 0 if is_whole else len(whole) + 1)


def _is_journal(topic: str) -> bool:
    return topic.endswith(f"/{PLANNER_JOURNAL}")


def _string(data: bytes, source: str) -> str:
    """Return what a serialized std_msgs/String holds.

    Raises:
        ConfigError: It is none.
    """
    try:
        order = "<" if data[1] == _LITTLE_ENDIAN else ">"
        (size,) = struct.unpack_from(f"{order}I", data, _ENCAPSULATION)
        begin = _ENCAPSULATION + 4
        return data[begin : begin + size - 1].decode("utf-8")
    except (IndexError, struct.error, UnicodeDecodeError):
        raise ConfigError(f"{source}: a journal that is no std_msgs/String") from None

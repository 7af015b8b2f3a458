# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read the serialized messages of a recorded bag, also of one that is not, or never was, closed."""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from rosbags.highlevel import AnyReader, AnyReaderError
from rosbags.rosbag2 import ReaderError
from rosbags.serde import SerdeError

from adhoc_teamwork.teamwork.recordings.bag_types import make_typestore
from adhoc_teamwork.teamwork.recordings.mcap_scan import Channel, Message, check_mcap, scan
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_yaml
from adhoc_teamwork.teamwork.settings.files import check_regular

BAG = "bag"
"""Folder of the bag within a run folder."""

LEFT_OVER = "bag.interrupted"
"""The same while a recorder that was started anew takes it over."""

METADATA = "metadata.yaml"

READING_FAILS = (
    *(AnyReaderError, ReaderError, SerdeError, OSError, ValueError, LookupError, RuntimeError),
    *(TypeError, AttributeError, AssertionError, EOFError, MemoryError, struct.error),
)
"""What rosbags raises where a bag holds something else than it says."""


def find_bag(run: Path) -> Path:
    """Return the bag of a run folder, or the folder itself where that is one.

    Raises:
        ConfigError: There is none, or it may not be looked into.
    """
    for folder in (run / LEFT_OVER, run / BAG, run):
        try:
            if (folder / METADATA).is_file() or next(folder.glob("*.mcap"), None):
                return folder
        except PermissionError as error:
            raise ConfigError(f"{folder}: {error.strerror}; expected a run's recording") from None
    if not run.exists():
        raise ConfigError(f"{run}: no such folder; expected a run folder or a bag")
    raise ConfigError(f"{run}: no bag in it; expected a run folder or a bag")


def check_bag(bag: Path) -> None:
    """Refuse what is better not given to rosbags, which takes files at their word.

    Raises:
        ConfigError: A file of the bag is no regular one, or unpacks to more than it says.
    """
    if (bag / METADATA).is_file():
        read_yaml(bag / METADATA)
    for path in sorted(bag.iterdir()) if bag.is_dir() else [bag]:
        if path.suffix == ".mcap":
            check_mcap(path)
        elif path.suffix in (".db3", ".bag"):
            try:
                check_regular(path)
            except OSError as error:
                raise ConfigError(f"{path}: {error.strerror}; expected a recorded bag") from None


def read_bag(bag: Path, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[Message]:
    """Yield the messages of the topics that are `wanted`, in the order of recording.

    Raises:
        ConfigError: The bag cannot be read.
    """
    # Scanning takes a fraction of the time that a reader's index takes, and needs no whole file.
    files = sorted(bag.glob("*.mcap"))
    for path in files:
        for record in scan(path):
            if isinstance(record, Message) and wanted(record.channel.topic):
                yield record
    if files:
        return
    check_bag(bag)
    try:
        with AnyReader([bag], default_typestore=make_typestore()) as reader:
            chosen = [c for c in reader.connections if wanted(c.topic)]
            channels = {c.id: Channel(c.topic, c.msgtype, str(c.msgdef.data)) for c in chosen}
            for connection, stamp, raw in reader.messages(chosen) if chosen else ():
                yield Message(channels[connection.id], stamp, bytes(raw))
    except READING_FAILS as error:
        reason = str(error).replace("\n", " ")
        raise ConfigError(f"{bag}: {reason}; expected a readable rosbag2") from None

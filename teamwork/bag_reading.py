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

"""Read the serialized messages of a recorded bag, also of one that is not, or never was, closed."""

from collections.abc import Callable, Iterator
from pathlib import Path

from rosbags.highlevel import AnyReader, AnyReaderError
from rosbags.rosbag2 import ReaderError

from teamwork.bag_types import make_typestore
from teamwork.config import ConfigError
from teamwork.mcap_scan import Channel, Message, scan

BAG = "bag"
"""Folder of the bag within a run folder."""

LEFT_OVER = "bag.interrupted"
"""The same while a recorder that was started anew takes it over."""

METADATA = "metadata.yaml"


def find_bag(run: Path) -> Path:
    """Return the bag of a run folder, or the folder itself where that is one.

    Raises:
        ConfigError: There is none.
    """
    for folder in (run / LEFT_OVER, run / BAG, run):
        if (folder / METADATA).is_file() or next(folder.glob("*.mcap"), None):
            return folder
    if not run.exists():
        raise ConfigError(f"{run}: no such folder; expected a run folder or a bag")
    raise ConfigError(f"{run}: no bag in it; expected a run folder or a bag")


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
    try:
        with AnyReader([bag], default_typestore=make_typestore()) as reader:
            chosen = [c for c in reader.connections if wanted(c.topic)]
            channels = {c.id: Channel(c.topic, c.msgtype, str(c.msgdef.data)) for c in chosen}
            for connection, stamp, raw in reader.messages(chosen) if chosen else ():
                yield Message(channels[connection.id], stamp, bytes(raw))
    except (AnyReaderError, ReaderError, OSError, ValueError, KeyError) as error:
        reason = str(error).replace("\n", " ")
        raise ConfigError(f"{bag}: {reason}; expected a readable rosbag2") from None

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How one stranger speaks: a file of config/strangers, as typed values."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adhoc_teamwork.comm_bridge.foreign_agents.drafts import Said
from adhoc_teamwork.comm_bridge.foreign_agents.field_paths import Source
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.member_names import is_member_name
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

_FORBID: Any = {"extra": "forbid"}
MOST_A_SECOND = 1000.0
"""Messages of a topic that can be asked to be read."""
_LONGEST_TOPIC = 247
"""Characters that ROS takes for a topic's full name."""
_TOPIC = re.compile(r"(?:/[A-Za-z_][A-Za-z0-9_]*)+")
_TYPE = re.compile(r"[a-z][a-z0-9_]*/msg/[A-Za-z0-9]+")


class FormatName(StrEnum):
    """Name the formats that strangers speak."""

    FIELDS = "fields"
    """Typed messages, or JSON in a text, by the paths of their fields."""
    SENTENCES = "sentences"
    """The template sentences of CoELA (Zhang et al. 2024, appendix D)."""
    FREE_TEXT = "free_text"
    """Whatever people write, read by a language model."""


class Quality(StrEnum):
    """Name the quality of service with which a stranger publishes."""

    RELIABLE = "reliable"
    BEST_EFFORT = "best_effort"


@dataclass(frozen=True)
class Meaning:
    """Say what one kind of publication means, if the values at the paths of `when` are as given.

    With `each`, the path of a list, every item of it means that; paths are then those of the item.
    `fields` are our fields and where they come from.
    """

    __pydantic_config__ = _FORBID

    kind: Said
    fields: dict[str, str | Source] = field(default_factory=dict)
    when: dict[str, Any] = field(default_factory=dict)
    each: str = ""


@dataclass(frozen=True)
class Hears:
    """Describe a topic of the stranger: `at_most` so many messages a second are read of it.

    `text` is the path of the text in it, for JSON and sentences; empty for typed messages.
    """

    __pydantic_config__ = _FORBID

    topic: str
    type: str
    quality: Quality = Quality.RELIABLE
    at_most: float = 10.0
    text: str = ""
    says: tuple[Meaning, ...] = ()


@dataclass(frozen=True)
class Tells:
    """Describe a topic on which the stranger listens, and which team messages are put there.

    `fields` are the stranger's fields and where they come from in a team message. With `each`, a
    list in the message, one item is made of every element and put into the stranger's list `into`.
    """

    __pydantic_config__ = _FORBID

    topic: str
    type: str
    kinds: tuple[Said, ...] = ()
    text: str = ""
    when: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, str | Source] = field(default_factory=dict)
    each: str = ""
    into: str = ""


@dataclass(frozen=True)
class Place:
    """Name a thing that stays where it is: category, and metres in the map where it is known."""

    __pydantic_config__ = _FORBID

    category: str
    position: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Sentences:
    """Say what the words and numbers of template sentences stand for.

    `put` is the sub-task that is meant by putting something somewhere. `rooms` are our room ids by
    the stranger's number, `places` what stands where by its number, `words` our categories by its.
    """

    __pydantic_config__ = _FORBID

    put: SubTaskKind = SubTaskKind.REPLACE
    rooms: dict[int, str] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StrangerConfig:
    """Describe a stranger that is to be a teammate.

    `name` is the one under which the team knows it; `about` says in a sentence what it is. A
    stranger not heard for `gone_after` seconds has left the team until it is heard again; 0 keeps
    it. `one_at_a_time` where taking up something means that it gives up what it did before.
    """

    __pydantic_config__ = _FORBID

    name: str
    format: FormatName
    hears: tuple[Hears, ...]
    tells: tuple[Tells, ...] = ()
    about: str = ""
    capability: Capability = field(default_factory=lambda: Capability("stranger"))
    gone_after: float = 30.0
    one_at_a_time: bool = True
    sentences: Sentences = field(default_factory=Sentences)


def load_stranger(path: Path) -> StrangerConfig:
    """Read the file of one stranger.

    Raises:
        ConfigError: It is missing or wrong; one line naming file and key.
    """
    config = load_config(path, StrangerConfig)
    wrong = _wrong(config)
    if wrong:
        raise ConfigError(f"{path}: {wrong}")
    return config


def _wrong(config: StrangerConfig) -> str:
    if not is_member_name(config.name):
        return (
            f"name: {config.name!r:.80}; expected up to 63 letters, digits and _, not a digit first"
        )
    if not config.hears:
        return "hears: empty; expected at least one topic"
    if config.gone_after < 0.0:
        return f"gone_after: {config.gone_after:g}; expected seconds, 0 or more"
    for index, heard in enumerate(config.hears):
        if wrong := _wrong_topic(heard) or _wrong_hearing(config.format, heard):
            return f"hears.{index}.{wrong}"
    for index, told in enumerate(config.tells):
        if wrong := _wrong_topic(told) or _wrong_telling(config.format, told):
            return f"tells.{index}.{wrong}"
    return ""


def _wrong_topic(topic: Hears | Tells) -> str:
    if not _TOPIC.fullmatch(topic.topic) or len(topic.topic) > _LONGEST_TOPIC:
        return (
            f"topic: {topic.topic!r:.80}; expected a full name such as /arm/out, of up to "
            f"{_LONGEST_TOPIC} letters, digits, _ and /"
        )
    if not _TYPE.fullmatch(topic.type):
        return f"type: {topic.type!r:.80}; expected such as std_msgs/msg/String"
    return ""


def _wrong_hearing(format_name: FormatName, heard: Hears) -> str:
    if not 0.0 < heard.at_most <= MOST_A_SECOND:
        return (
            f"at_most: {heard.at_most:g}; expected messages a second, more than 0 and up to "
            f"{MOST_A_SECOND:g}"
        )
    if format_name is FormatName.FIELDS:
        return "" if heard.says else "says: empty; expected what its fields mean"
    if heard.says:
        return f"says: expected only with format {FormatName.FIELDS}"
    return "" if heard.text else "text: empty; expected the path of the text, such as data"


def _wrong_telling(format_name: FormatName, told: Tells) -> str:
    if not told.kinds:
        return f"kinds: empty; expected some of {', '.join(Said)}"
    if format_name is not FormatName.FIELDS:
        return "" if told.text else "text: empty; expected the path of the text, such as data"
    if not told.fields:
        return "fields: empty; expected the stranger's fields"
    if bool(told.each) != bool(told.into):
        return "into: expected with each, and only with it"
    return ""

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Typed messages of another package, or JSON in a text, read and written by field paths."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adhoc_teamwork.comm_bridge.foreign_agents.config import Hears, Meaning, StrangerConfig, Tells
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import (
    MOST_DETECTIONS,
    NotUnderstoodError,
    Reading,
    make_draft,
    merged,
)
from adhoc_teamwork.comm_bridge.foreign_agents.field_paths import gather, look_up, put
from adhoc_teamwork.comm_bridge.foreign_agents.formats import Telling
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.team.message import TeamMessage

MOST_JSON = 65536
"""Characters of JSON that are read at most."""


class FieldFormat:
    """Read and write by the field paths of a configuration."""

    def __init__(self, config: StrangerConfig) -> None:
        self._hears = config.hears
        self._tells = config.tells

    async def read(self, topic: int, published: object) -> Reading:
        """Return the meaning of one message; see `StrangerFormat.read`."""
        heard = self._hears[topic]
        try:
            data = _decoded(published, heard)
        except NotUnderstoodError as error:
            return Reading(not_understood=(str(error),))
        drafts: list[TeamMessage] = []
        faults: list[str] = []
        meant = [meaning for meaning in heard.says if _applies(meaning.when, data)]
        for meaning in meant:
            _read_one(meaning, data, drafts, faults)
        if not meant:
            faults.append(f"{heard.topic}: nothing says what this means: {data!r:.120}")
        return Reading(merged(drafts), tuple(faults))

    def write(self, message: TeamMessage) -> tuple[Telling, ...]:
        """Return what is told of a message; see `StrangerFormat.write`."""
        kind = message.kind.name.lower()
        return tuple(
            Telling(index, _written(told, message))
            for index, told in enumerate(self._tells)
            if kind in told.kinds and _applies(told.when, message)
        )

    def note(self, message: TeamMessage) -> None:
        """Learn nothing: fields say all."""

    def note_rooms(self, rooms: tuple[Room, ...]) -> None:
        """Learn nothing: fields say all."""


def _decoded(published: object, heard: Hears) -> object:
    if not heard.text:
        return published
    try:
        text = look_up(published, heard.text)
    except LookupError:
        raise NotUnderstoodError(f"{heard.topic}: nothing at {heard.text}") from None
    if not isinstance(text, str) or len(text) > MOST_JSON:
        raise NotUnderstoodError(f"{heard.topic}: expected up to {MOST_JSON} characters of JSON")
    try:
        return parse_json(text)
    except ValueError as error:
        raise NotUnderstoodError(f"{heard.topic}: not JSON: {error}: {text!r:.80}") from None


def _applies(when: Mapping[str, Any], data: object) -> bool:
    """Tell whether the values at the paths of `when` are as given; null: nothing is there."""
    for path, wanted in when.items():
        try:
            found = look_up(data, path)
        except LookupError:
            found = None
        if found != wanted:
            return False
    return True


def _read_one(meaning: Meaning, data: object, drafts: list[TeamMessage], faults: list[str]) -> None:
    """Add what the data means by one rule, and what of it cannot be understood."""
    items: Iterable[object] = [data]
    try:
        if meaning.each:
            items = _items(look_up(data, meaning.each), meaning.each)
    except LookupError:
        faults.append(f"{meaning.kind}: nothing at {meaning.each}")
        return
    except NotUnderstoodError as error:
        faults.append(f"{meaning.kind}: {error}")
        return
    for item in items:
        try:
            drafts.append(make_draft(meaning.kind, gather(meaning.fields, item)))
        except NotUnderstoodError as error:
            faults.append(f"{meaning.kind}: {error}")


def _items(found: object, path: str) -> Sequence[object]:
    if not isinstance(found, (list, tuple)):
        raise NotUnderstoodError(f"{path} is {found!r:.40}; expected a list")
    return found[:MOST_DETECTIONS]


def _written(told: Tells, message: TeamMessage) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if told.each:
        whole = {path: s for path, s in told.fields.items() if not path.startswith(f"{told.into}.")}
        cut = len(told.into) + 1
        inner = {path[cut:]: s for path, s in told.fields.items() if path not in whole}
        values = gather(whole, message)
        items = _items(look_up(message, told.each), told.each)
        put(values, told.into, [gather(inner, item) for item in items])
    else:
        values = gather(told.fields, message)
    if not told.text:
        return values
    text: dict[str, Any] = {}
    put(text, told.text, json.dumps(values, ensure_ascii=False))
    return text

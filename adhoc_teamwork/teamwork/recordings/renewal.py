# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bring messages that were recorded with an earlier definition into the form of today's."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rosbags.interfaces import Nodetype
from rosbags.typesys import Stores, TypesysError, get_types_from_msg, get_typestore

from adhoc_teamwork.teamwork.recordings.bag_types import OURS, make_typestore
from adhoc_teamwork.teamwork.recordings.mcap_scan import Channel, Message

_Form = Callable[[bytes], bytes]


class Renewal:
    """Hold today's definitions of our types; what a recording lacks of them is empty or zero.

    A recording holds the definitions of its own time. Types of other packages are not ours to
    change: they, and what is as it was, stay as they were recorded.
    """

    def __init__(self) -> None:
        self._store = make_typestore()
        self._forms: dict[Channel, _Form] = {}

    def __call__(self, message: Message) -> bytes:
        """Return the data of a message in today's form.

        Raises:
            rosbags.serde.SerdeError: It is not of the form that its recording says.
        """
        channel = message.channel
        if channel not in self._forms:
            self._forms[channel] = self._form(channel)
        return self._forms[channel](message.data)

    def _form(self, channel: Channel) -> _Form:
        if not channel.kind.startswith(f"{OURS}/") or channel.kind not in self._store.fielddefs:
            return bytes
        try:
            recorded = get_types_from_msg(channel.definition, channel.kind)
        except TypesysError:
            # In a notation that says nothing to us.
            return bytes
        today = self._store.fielddefs
        if all(name in today and fields[1] == today[name][1] for name, fields in recorded.items()):
            return bytes
        store = get_typestore(Stores.EMPTY)
        store.register(recorded)
        return partial(self._renewed, store, channel.kind)

    def _renewed(self, store: Any, kind: str, data: bytes) -> bytes:
        found = store.deserialize_cdr(data, kind)
        return bytes(self._store.serialize_cdr(self._message(kind, found), kind))

    def _message(self, kind: str, found: Any) -> Any:
        """Return a message with the fields of today, those that are `found` as they are."""
        fields = self._store.fielddefs[kind][1]
        return self._store.types[kind](
            **{name: self._value(form, getattr(found, name, None)) for name, form in fields}
        )

    def _value(self, form: Any, found: Any) -> Any:
        """Return the value of a field; `found` is None where it is new."""
        node, inside = form
        if node is Nodetype.BASE:
            return _EMPTY.get(inside[0], 0) if found is None else found
        if node is Nodetype.NAME:
            return self._message(inside, found)
        of, length = inside
        if of[0] is Nodetype.NAME or of[1][0] == "string":
            count = length if node is Nodetype.ARRAY else 0
            return [self._value(of, item) for item in ([None] * count if found is None else found)]
        if found is not None:
            return found
        return np.zeros(length if node is Nodetype.ARRAY else 0, _NUMPY.get(of[1][0], of[1][0]))


_EMPTY = {"string": "", "bool": False}
_NUMPY = {"byte": "uint8", "octet": "uint8", "char": "uint8"}

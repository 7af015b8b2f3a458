# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a prompt says of the actions that there are: their names, words and states, and advice."""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from adhoc_teamwork.offline_model.reading.facts import Hint

_HINT = re.compile(r"- ([A-Za-z][\w-]*)((?: <[^<>]*>)*): (.+)")
_STATE = re.compile(r"[A-Za-z0-9][\w.-]*=[A-Za-z0-9][\w.-]*(?<!\.)")


@lru_cache(maxsize=256)
def read_hints(section: str) -> tuple[Hint, ...]:
    """Return the actions that a section of a prompt lists."""
    found = filter(None, map(_HINT.fullmatch, map(str.rstrip, section.splitlines())))
    return tuple(
        Hint(m.group(1), m.group(2).count("<"), m.group(3), tuple(_STATE.findall(m.group(3))))
        for m in found
    )


@lru_cache(maxsize=256)
def read_advice(section: str, steps: tuple[Hint, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return by sub-task the sub-skills that a section's lines name for it, in their order."""
    names = {hint.name for hint in steps}
    advice: dict[str, tuple[str, ...]] = {}
    for line in section.splitlines():
        heads, between, text = line.removeprefix("- ").partition(":")
        if line.startswith("- ") and between:
            chain = tuple(word for word in re.findall(r"[A-Za-z][\w-]*", text) if word in names)
            advice |= {head.strip(): chain for head in heads.split(",")}
    return MappingProxyType(advice)

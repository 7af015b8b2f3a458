# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell an answer from what a model thought aloud before it."""

import re
from typing import Any

_BEGIN_MARK, _END_MARK = r"(?:<think(?:ing)?>|\[THINK\])", r"(?:</think(?:ing)?>|\[/THINK\])"
_THOUGHT = re.compile(rf"{_BEGIN_MARK}.*?(?:{_END_MARK}|\Z)", re.IGNORECASE | re.DOTALL)
_END = re.compile(_END_MARK, re.IGNORECASE)


def spoken_parts(content: Any) -> Any:
    """Return the text of a content that comes in parts, thoughts left out; any other as it is.

    Raises:
        LookupError, TypeError: There is a part that is none.
    """
    if not isinstance(content, list):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")


def has_thoughts(content: Any) -> bool:
    """Tell whether a content comes in parts some of which are thoughts."""
    return isinstance(content, list) and any(part["type"] == "thinking" for part in content)


def without_thinking(text: str) -> str:
    """Return a text without blocks of thoughts; one that does not end reaches to the text's end.

    Where a chat template has already written the opening mark, an answer has the closing one alone.
    """
    text = _THOUGHT.sub("", text)
    *_, last = (None, *_END.finditer(text))
    return text[last.end() :] if last else text

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell an answer from what a model thought aloud before it."""

import re

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.IGNORECASE | re.DOTALL)
_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)


def without_thinking(text: str) -> str:
    """Return a text without `<think>` blocks; one that does not end reaches to the text's end.

    Where a chat template has already written the opening mark, an answer has the closing one alone.
    """
    text = _THOUGHT.sub("", text)
    *_, last = (None, *_END.finditer(text))
    return text[last.end() :] if last else text

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A table put into a page of text."""

from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.figures.page import put_into
from adhoc_teamwork.teamwork.settings.config import ConfigError


def test_only_what_stands_between_the_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Results\n<!-- Table I -->\nold\n<!-- end of Table I -->\nafter\n")
    for text in ("| a |", "| b |"):
        put_into(page, "Table I", text)
        assert page.read_text() == (
            f"# Results\n<!-- Table I -->\n\n{text}\n\n<!-- end of Table I -->\nafter\n"
        )


@pytest.mark.parametrize("content", ["", "<!-- Table I -->", "<!-- end of Table I -->"])
def test_a_page_without_marks_is_left_alone(tmp_path: Path, content: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(content)
    with pytest.raises(ConfigError, match=r"page\.md: expected a line '<!-- Table I -->'"):
        put_into(page, "Table I", "text")
    assert page.read_text() == content


def test_a_page_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.md"):
        put_into(tmp_path / "missing.md", "Table I", "text")

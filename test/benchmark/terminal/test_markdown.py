# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tables in Markdown: names out of results of others stay names."""

from adhoc_teamwork.benchmark.terminal.markdown import table


def test_names_bring_no_columns_and_no_html() -> None:
    text = table(["team", "tasks"], [["evil|<script>", "<3"], ["IRoT w/o Ev. & Rf.", "2"]], 1)
    assert text.splitlines() == [
        "| team               | tasks |",
        "| ------------------ | ----: |",
        "| evil\\|&lt;script>  |    <3 |",
        "| IRoT w/o Ev. & Rf. |     2 |",
    ]

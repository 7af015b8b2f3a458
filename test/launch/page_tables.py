# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read tables of documentation pages: who gives a topic, and the contract of the ROS graph."""


def table_rows(text: str, head: str) -> list[tuple[str, str]]:
    """Return name and second column of each name in the first column of a table."""
    lines = text[text.index(head) :].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        names, second, *_ = (cell.strip() for cell in line.strip("|").split("|"))
        rows += [(name.strip("` "), second) for name in names.split(",")]
    return rows


def contract_rows(text: str) -> list[tuple[list[str], str]]:
    """Return the names in each row of the ROS graph, and the row."""
    lines = text[text.index("| topic, service or action") :].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        first = line.strip("|").split("|")[0]
        # Words in parentheses say when a row counts.
        quoted = first.split("(")[0].split("`")[1::2]
        names = [
            name.replace("{color,depth}", middle)
            for name in quoted
            for middle in (("color", "depth") if "{" in name else ("",))
        ]
        rows.append((names, line))
    return rows

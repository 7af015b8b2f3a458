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

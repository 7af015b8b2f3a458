# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""docs/parameters.md says what nodes declare; run as a program this makes its tables anew."""

from pathlib import Path

from adhoc_teamwork.adhoc_planner.parameters import PARAMETERS as PLANNER
from adhoc_teamwork.comm_bridge.broker.parameters import PARAMETERS as BROKER
from adhoc_teamwork.perception.parameters import PARAMETERS as PERCEPTION
from adhoc_teamwork.skills.parameters import PARAMETERS as SKILLS
from adhoc_teamwork.teamwork.lifecycle import AUTOSTART
from adhoc_teamwork.teamwork.settings.parameters import ParameterTable

PAGE = Path(__file__).parents[2] / "docs" / "parameters.md"
BELOW = "<!-- What is below was written by python test/teamwork/test_parameters_page.py -->"
TABLES = (PERCEPTION, SKILLS, PLANNER, BROKER)


def made() -> str:
    common = ParameterTable("all of them", (AUTOSTART,))
    parts = [f"## {table.node}\n\n{table.as_markdown()}\n" for table in (common, *TABLES)]
    return "\n".join(parts)


def test_the_page_says_what_is_declared() -> None:
    written = PAGE.read_text(encoding="utf-8").split(BELOW)[1].strip()
    assert written == made().strip(), f"run python {Path(__file__).name}"


def test_every_parameter_has_a_sentence() -> None:
    for table in TABLES:
        assert len(set(table.names)) == len(table.names)
        for parameter in table.parameters:
            assert parameter.description.endswith("."), parameter.name
            assert "|" not in parameter.description, parameter.name
            assert (parameter.least is None) is (parameter.most is None), parameter.name
            assert parameter.takes(parameter.default) or parameter.is_needed, parameter.name


if __name__ == "__main__":
    head = PAGE.read_text(encoding="utf-8").split(BELOW)[0]
    PAGE.write_text(f"{head}{BELOW}\n\n{made()}", encoding="utf-8")

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each part of the agent writes its own fields: what others are to do, they are told as events."""

import ast
from pathlib import Path

import pytest

from adhoc_teamwork.adhoc_planner import agent

FOLDER = Path(agent.__file__).parent
FED = {
    "agent.py": "_belief",
    "execution.py": "running",
    "executive.py": "active_task",
}
"""Whose fields a module may fill: inputs feed the belief, the executive keeps the active task."""


def _foreign(source: str, allowed: str) -> list[str]:
    """Return the assignments to fields of other parts, but of the one that is `allowed`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        flat = [t for x in targets for t in (x.elts if isinstance(x, ast.Tuple) else [x])]
        for target in flat:
            owner = target.value if isinstance(target, ast.Attribute) else None
            if isinstance(owner, ast.Attribute) and owner.attr != allowed:
                found.append(ast.unparse(target))
    return found


@pytest.mark.parametrize("module", sorted(p.name for p in FOLDER.glob("*.py")))
def test_no_part_writes_the_fields_of_another(module: str) -> None:
    assert _foreign((FOLDER / module).read_text(), FED.get(module, "")) == []


def test_a_foreign_write_is_found() -> None:
    assert _foreign("self._mind.wants_switch = True", "") == ["self._mind.wants_switch"]
    assert _foreign("a, self._course.errand = 1, None", "") == ["self._course.errand"]


def test_only_the_executive_is_handed_what_changes_what_the_robot_does() -> None:
    takers = [
        path.name
        for path in FOLDER.glob("*.py")
        if "import Body, Execution" in path.read_text() or "import Execution\n" in path.read_text()
    ]
    assert sorted(takers) == ["agent.py", "executive.py"]

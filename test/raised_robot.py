# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot as many makers describe theirs: the root of its URDF is in its body, above the floor."""

from pathlib import Path

ROBOTS = Path(__file__).parents[1] / "config" / "robots"
RAISED = 0.34
"""Metres from the floor up to the root."""
_ROOT = f"""
  <link name="body"/>
  <joint name="down" type="fixed">
    <parent link="body"/><child link="base_footprint"/><origin xyz="0 0 {-RAISED}"/>
  </joint>
</robot>"""


def raised_quadruped(folder: Path) -> Path:
    """Write the shipped quadruped's card and URDF, its root in its body; return the card's file."""
    card = (ROBOTS / "quadruped.yaml").read_text(encoding="utf-8")
    text = (ROBOTS / "quadruped.urdf").read_text(encoding="utf-8")
    (folder / "quadruped.urdf").write_text(text.replace("</robot>", _ROOT), encoding="utf-8")
    for name in ("quadruped.resume.json", "camera.yaml"):
        (folder / name).write_bytes((ROBOTS / name).read_bytes())
    file = folder / "quadruped.yaml"
    file.write_text(card, encoding="utf-8")
    return file

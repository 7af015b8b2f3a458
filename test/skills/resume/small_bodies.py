# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots of a few boxes each, written in place: what the resume should say of them is plain."""

_GRIP = '<limit lower="0" upper="0.04" effort="20" velocity="0.1"/>'


def link(name: str, size: str = "", at: str = "0 0 0", mass: float = 1.0) -> str:
    """Return a link with a box; without a size a bare frame."""
    if not size:
        return f'<link name="{name}"/>'
    return (
        f'<link name="{name}"><inertial><origin xyz="{at}"/><mass value="{mass}"/>'
        '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>'
        f'<collision><origin xyz="{at}"/><geometry><box size="{size}"/></geometry></collision>'
        "</link>"
    )


def joint(parent: str, child: str, kind: str, at: str, axis: str = "0 0 1", limit: str = "") -> str:
    """Return a joint, named after its child."""
    return (
        f'<joint name="{child}_joint" type="{kind}"><parent link="{parent}"/>'
        f'<child link="{child}"/>'
        f'<origin xyz="{at}"/><axis xyz="{axis}"/>{limit}</joint>'
    )


def limit(low: float, high: float, effort: float = 100.0) -> str:
    """Return a joint's limits."""
    return f'<limit lower="{low}" upper="{high}" effort="{effort}" velocity="1"/>'


def hand(palm: str, ahead: float) -> str:
    """Return two fingers and a frame between them, `ahead` of a palm, metres."""
    one, two, tip = f"{palm}_a", f"{palm}_b", f"{palm}_mid"
    return "".join(
        (
            link(one, "0.04 0.01 0.02", mass=0.01), link(two, "0.04 0.01 0.02", mass=0.01),
            link(tip),
            joint(palm, one, "prismatic", f"{ahead} 0.01 0", "0 1 0", _GRIP),
            joint(palm, two, "prismatic", f"{ahead} -0.01 0", "0 -1 0", _GRIP),
            joint(palm, tip, "fixed", f"{ahead} 0 0"),
        )
    )  # fmt: skip


TRACKED = (
    '<robot name="tank">'
    + link("hull", "0.6 0.3 0.2", "0 0 0.2", 30)
    + "".join(
        link(f"{side}_track", "0.6 0.08 0.12")
        + joint("hull", f"{side}_track", "fixed", f"0 {y} 0.06")
        for side, y in (("left", 0.2), ("right", -0.2))
    )
    + link("mast", "0.05 0.05 0.05")
    + joint("hull", "mast", "prismatic", "0 0 0.4", limit=limit(0, 1.0))
    + link("tube", "0.2 0.04 0.04", "0.1 0 0")
    + joint("mast", "tube", "prismatic", "0.2 0 0", "1 0 0", limit(0, 0.5))
    + hand("tube", 0.2)
    + "</robot>"
)
"""Two tracks; a lift from 0.4 to 1.4 m, a telescope that brings the hand 0.4 to 0.9 m ahead."""


def _arm(side: str, y: float, upper: float) -> str:
    """Return an arm of three joints about y, of which two can lift: `upper` and 0.3 m long."""
    one, two, palm = f"{side}_upper", f"{side}_lower", f"{side}_palm"
    return "".join(
        (
            link(one, f"{upper} 0.05 0.05", f"{upper / 2} 0 0", 0.5),
            joint("trunk", one, "revolute", f"0 {y} 1.0", "0 1 0", limit(-1.6, 1.6, 40.0)),
            link(two, "0.2 0.04 0.04", "0.1 0 0", 0.5),
            joint(one, two, "revolute", f"{upper} 0 0", "0 1 0", limit(-1.5, 1.5, 40.0)),
            link(palm, "0.05 0.05 0.05", mass=0.1),
            joint(two, palm, "revolute", "0.2 0 0", "1 0 0", limit(-3, 3, 10.0)),
            hand(palm, 0.1),
        )
    )


TWO_ARMS = (
    '<robot name="twin">'
    + link("trunk", "0.2 0.3 1.0", "0 0 0.5", 20)
    + "".join(
        link(f"{side}_wheel", "0.1 0.04 0.1")
        + joint("trunk", f"{side}_wheel", "continuous", f"0 {y} 0.05", "0 1 0")
        for side, y in (("left", 0.2), ("right", -0.2))
    )
    + _arm("left", 0.2, 0.3)
    + _arm("right", -0.2, 0.5)
    + "</robot>"
)
"""On wheels, arms at 1 m: the left gets 0.6 m from its shoulder, the right 0.8 m."""

FLYING = (
    '<robot name="crane">'
    + link("base_footprint")
    + link("deck", "0.3 0.3 0.1", mass=3)
    + joint("base_footprint", "deck", "fixed", "0 0 2")
    + "".join(
        link(f"motor_{n}", "0.02 0.02 0.02", mass=0.01)
        + joint("deck", f"motor_{n}", "continuous", f"{x} {y} 0.06")
        for n, (x, y) in enumerate(((0.2, 0.2), (-0.2, 0.2), (0.2, -0.2), (-0.2, -0.2)))
    )
    + link("boom", "0.4 0.04 0.04", "0.2 0 0", 0.3)
    + joint("deck", "boom", "revolute", "0 0 -0.1", "0 1 0", limit(0, 1.5, 12.0))
    + hand("boom", 0.5)
    + "</robot>"
)
"""Hovering at 2 m, a boom of 0.5 m that swings from straight ahead down."""

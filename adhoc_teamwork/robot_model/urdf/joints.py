# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read an URDF's <joint> elements."""

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.model import Joint, JointKind, Limits, Mimic
from adhoc_teamwork.robot_model.urdf.values import Place


def read_joint(element: Element, place: Place, links: Mapping[str, object]) -> Joint:
    """Return one joint between known links.

    Raises:
        ConfigError: Kind, links, axis, limits or mimic are missing or wrong.
    """
    kind_name = place.text(element, "type")
    if kind_name not in list(JointKind):
        raise place.wrong(f"type '{kind_name}': expected one of {', '.join(JointKind)}")
    kind = JointKind(kind_name)
    ends = [place.text(place.child(element, end), "link") for end in ("parent", "child")]
    for link in ends:
        if link not in links:
            raise place.wrong(f"no link '{link}'; expected the name of a <link>")
    return Joint(
        name=element.get("name", ""),
        kind=kind,
        parent=ends[0],
        child=ends[1],
        origin=place.origin(element),
        axis=_axis(element, place, kind),
        limits=_limits(element, place, kind),
        mimic=_mimic(element, place),
    )


def _axis(element: Element, place: Place, kind: JointKind) -> Floats:
    axis = element.find("axis")
    text = None if axis is None else axis.get("xyz")
    values = np.array(place.triple(text, "axis xyz", (1.0, 0.0, 0.0)))
    length = float(np.linalg.norm(values))
    if length < 1e-9:
        if kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.PRISMATIC):
            raise place.wrong("axis xyz: expected a direction, got one of length zero")
        return np.array([1.0, 0.0, 0.0])
    return values / length


def _limits(element: Element, place: Place, kind: JointKind) -> Limits:
    limit = element.find("limit")
    if limit is None:
        if kind in (JointKind.REVOLUTE, JointKind.PRISMATIC):
            raise place.wrong(f"expected a <limit>, which a {kind} joint needs")
        limit = Element("limit")
    lower, upper = place.number(limit, "lower", 0.0), place.number(limit, "upper", 0.0)
    if kind is JointKind.CONTINUOUS:
        lower, upper = -math.inf, math.inf
    if lower > upper:
        raise place.wrong(f"limit: expected lower <= upper, got {lower:g} and {upper:g}")
    # Models without a motor's data write zero.
    velocity = place.number(limit, "velocity", 0.0) or math.inf
    effort = place.number(limit, "effort", 0.0) or math.inf
    given = limit.get("acceleration") is not None
    return Limits(
        lower=lower,
        upper=upper,
        velocity=abs(velocity),
        effort=abs(effort),
        acceleration=abs(place.number(limit, "acceleration")) if given else None,
    )


def _mimic(element: Element, place: Place) -> Mimic | None:
    mimic = element.find("mimic")
    if mimic is None:
        return None
    return Mimic(
        joint=place.text(mimic, "joint"),
        multiplier=place.number(mimic, "multiplier", 1.0),
        offset=place.number(mimic, "offset", 0.0),
    )

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check that physics can move a robot: every body has a mass and a possible inertia."""

from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.values import Place
from adhoc_teamwork.teamwork.settings.config import ConfigError

_SLACK = 1e-6


def check_inertias(root: Element, model: RobotModel) -> None:
    """Refuse a robot with a body that physics cannot move.

    A link without mass is a frame: it must be fixed to links of which one has mass.

    Raises:
        ConfigError: A body has no mass, or an inertia that no body has.
    """
    massive = set()
    for link in root.findall("link"):
        inertial = link.find("inertial")
        if inertial is not None:
            _check_inertia(inertial, Place(model.source, f"link '{link.get('name')}'"))
            massive.add(link.get("name", ""))
    tops = [model.root, *(joint.child for joint in model.joints.values() if joint.moves)]
    for top in tops:
        if massive.isdisjoint(model.rigid_with(top)):
            raise ConfigError(
                f"{model.source}: link '{top}': neither it nor what is fixed to it has mass; "
                "expected an <inertial>"
            )


def _check_inertia(inertial: Element, place: Place) -> None:
    mass = place.number(place.child(inertial, "mass"), "value")
    element = place.child(inertial, "inertia")
    xx, xy, xz, yy, yz, zz = (
        place.number(element, name) for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    moments = np.linalg.eigvalsh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    if mass <= 0.0 or moments[0] <= 0.0:
        raise place.wrong("inertial: expected a mass and moments of inertia above 0")
    if moments[0] + moments[1] < moments[2] * (1.0 - _SLACK):
        raise place.wrong(
            f"inertia: moments {', '.join(f'{m:.3g}' for m in moments)}; no body has one above the "
            "sum of the other two"
        )

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm of a cell announces of itself when it joins a team."""

from adhoc_teamwork.cells.arm_file import ArmKind
from adhoc_teamwork.skills.resume.workspace import find_workspace
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import (
    ArmWorkspace,
    Mobility,
    Resume,
    capability_of,
    working_arm,
)


def arm_capability(kind: ArmKind, height: float) -> Capability:
    """Return what an arm can do whose root stands so many metres above the floor.

    Its reach is that of its URDF, its payload its maker's. It has no camera: a cell's look on it
    from about.
    """
    name, arm = f"arm {kind.name}", kind.arm
    space = find_workspace(kind.model, arm, -height)
    workspace = ArmWorkspace(
        name=arm.name,
        tip=arm.tip,
        joints=len(arm.joints),
        lowest=space.lowest,
        highest=space.highest,
        radius=space.radius,
        bands=space.bands,
        payload=kind.payload,
    )
    resume = Resume(
        name, Mobility(MobilityKind.FIXED, stairs=False, radius=0.0, height=0.0), arms=(workspace,)
    )
    otherwise = Capability(name, camera_height=0.0, camera_range=0.0)
    return capability_of(resume, otherwise, working_arm(resume))

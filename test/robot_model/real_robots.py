# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The URDFs of real robots that `example-robot-data` holds."""

import sysconfig
from pathlib import Path

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
B1_Z1 = ROBOTS / "b1_description/urdf/b1-z1.urdf"
TIAGO = ROBOTS / "tiago_description/robots/tiago.urdf"
PANDA = ROBOTS / "panda_description/urdf/panda.urdf"
IRIS = ROBOTS / "iris_description/robots/iris.urdf"

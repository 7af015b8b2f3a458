# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Open3D's tensors, ray casting and point clouds, without the web server with which it draws pages.

Nothing here draws so: that server and what it needs are not installed (requirements/left-out.in).
"""

import sys
from types import ModuleType

_PAGES = ModuleType("open3d.visualization.draw_plotly")
for _name in ("get_plotly_fig", "draw_plotly", "draw_plotly_server"):
    setattr(_PAGES, _name, None)
sys.modules.setdefault(_PAGES.__name__, _PAGES)

from open3d.core import Tensor  # noqa: E402
from open3d.t.geometry import PointCloud, RaycastingScene  # noqa: E402
from open3d.t.io import write_point_cloud  # noqa: E402

__all__ = ["PointCloud", "RaycastingScene", "Tensor", "write_point_cloud"]

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Open3D's tensors and ray casting, without the web server with which it draws pages.

Importing that server takes longer than all the rest of Open3D, and nothing here draws so.
"""

import sys
from types import ModuleType

_PAGES = ModuleType("open3d.visualization.draw_plotly")
for _name in ("get_plotly_fig", "draw_plotly", "draw_plotly_server"):
    setattr(_PAGES, _name, None)
sys.modules.setdefault(_PAGES.__name__, _PAGES)

from open3d.core import Tensor  # noqa: E402
from open3d.t.geometry import RaycastingScene  # noqa: E402

__all__ = ["RaycastingScene", "Tensor"]

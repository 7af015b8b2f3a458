# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Repair paths of the build machine that were left in the CMake files of the ROS wheels."""

import re
from pathlib import Path

_BUILD_MACHINE = r"/opt/python/cp3\d+-cp3\d+"
_NUMPY = re.compile(rf"{_BUILD_MACHINE}/lib/python3\.\d+/site-packages/numpy/_?core/include")
_PYTHON = re.compile(rf"{_BUILD_MACHINE}/include/python3\.\d+")


def repair_cmake_files(prefix: Path, numpy_include: Path) -> int:
    """Point CMake files at this machine's headers.

    Args:
        prefix: The virtual environment, into which the wheels put their ``share``.
        numpy_include: The folder with NumPy's headers.

    Returns:
        The number of files changed; repeating it changes none.
    """
    changed = 0
    for path in prefix.glob("share/**/*.cmake"):
        text = path.read_text(encoding="utf-8")
        repaired = _PYTHON.sub("${Python3_INCLUDE_DIRS}", _NUMPY.sub(str(numpy_include), text))
        if repaired != text:
            path.write_text(repaired, encoding="utf-8")
            changed += 1
    return changed

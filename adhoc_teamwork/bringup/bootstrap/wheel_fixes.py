# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Repair the CMake files of the ROS wheels: the build machine's paths, and how paths are read."""

import re
from pathlib import Path

_BUILD_MACHINE = r"/opt/python/cp3\d+-cp3\d+"
_NUMPY = re.compile(rf"{_BUILD_MACHINE}/lib/python3\.\d+/site-packages/numpy/_?core/include")
_PYTHON = re.compile(rf"{_BUILD_MACHINE}/include/python3\.\d+")

_READING = re.compile(r'(file\(STRINGS "\$\{idl_output\}" idl_tuples)\)')
"""How a list of paths is read: without an encoding, letters beyond ASCII end a path."""


def repair_cmake_files(prefix: Path, numpy_include: Path) -> int:
    """Point CMake files at this machine's headers, and have them read paths in any letters.

    Args:
        prefix: The virtual environment, into which the wheels put their ``share``.
        numpy_include: The folder with NumPy's headers.

    Returns:
        The number of files changed; repeating it changes none.
    """
    changed = 0
    for path in prefix.glob("share/**/*.cmake"):
        text = path.read_text(encoding="utf-8")
        repaired = _PYTHON.sub(
            "${Python3_INCLUDE_DIRS}", _NUMPY.sub(lambda _: str(numpy_include), text)
        )
        repaired = _READING.sub(r"\1 ENCODING UTF-8)", repaired)
        if repaired != text:
            path.write_text(repaired, encoding="utf-8")
            changed += 1
    return changed

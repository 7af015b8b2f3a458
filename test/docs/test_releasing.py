# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Releasing: the page leads bloom and rosdep to packages that they would not find by themselves."""

import pytest
from pages import DOCS, REPOSITORY, commands

packages = pytest.importorskip("catkin_pkg.packages", reason="colcon brings catkin_pkg")


def names(path: str) -> set[str]:
    """Return the packages that bloom and rosdep find in a folder of the repository."""
    return {one.name for one in packages.find_packages(str(REPOSITORY / path)).values()}


def options_of(*beginning: str) -> list[str]:
    length = len(beginning)
    (found,) = [w for w in commands(DOCS / "releasing.md") if w[:length] == list(beginning)]
    return found[length:]


def test_rosdep_is_led_to_all_that_is_ours_and_needed() -> None:
    words = options_of("rosdep", "check", "--from-paths")
    found = set().union(*(names(word) for word in words[: words.index("--ignore-src")]))
    (ours,) = packages.find_packages(str(REPOSITORY)).values()
    needed = {depend.name for depend in (*ours.build_depends, *ours.exec_depends)}
    assert {name for name in needed if name.startswith("adhoc_")} <= found
    # Not by itself: a package within another is not looked for.
    assert names(".") == {"adhoc_teamwork"}


def test_bloom_is_handed_the_interfaces_by_themselves() -> None:
    words = options_of("git", "subtree", "split")
    folder = words[words.index("--prefix") + 1]
    branch = words[words.index("-b") + 1]
    assert names(folder) == {options_of("bloom-release")[-1]} == {"adhoc_interfaces"}
    assert branch in options_of("git", "push", "origin")

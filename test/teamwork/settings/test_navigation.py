# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nav2 is refused, in one line with the remedy, where it is not sourced."""

from pathlib import Path

from adhoc_teamwork.teamwork.settings.navigation import (
    NAV2_PACKAGES,
    NAV2_PLUGINS,
    Navigation,
    missing_for_nav2,
    why_not,
)


def test_nav2_needs_its_packages_and_the_stand_in_needs_nothing(tmp_path: Path) -> None:
    environment = {"AMENT_PREFIX_PATH": f"/nowhere::{tmp_path}"}
    assert why_not(Navigation.BUILT_IN, {}) == ""
    for package in (*NAV2_PACKAGES, "nav2_common", *NAV2_PLUGINS):
        wrong = why_not(Navigation.NAV2, environment)
        assert package in wrong
        assert "ros-$ROS_DISTRO-" in wrong
        assert "\n" not in wrong
        install(tmp_path, package)
    assert why_not(Navigation.NAV2, environment) == ""


def test_a_nav2_that_is_there_in_part_lacks_what_it_starts_nodes_of(tmp_path: Path) -> None:
    install(tmp_path / "under", "nav2_planner", "nav2_common", *NAV2_PACKAGES, *NAV2_PLUGINS)
    launch = tmp_path / "under" / "share" / "nav2_bringup" / "launch"
    launch.mkdir()
    (launch / "navigation_launch.py").write_text(
        "Node(package='nav2_planner'), Node(\n  package = \"nav2_controller\")",
        encoding="utf-8",
    )
    (launch / "rviz_launch.py").write_text("Node(package='rviz2')", encoding="utf-8")
    prefixes = {"AMENT_PREFIX_PATH": f"{tmp_path / 'over'}:{tmp_path / 'under'}"}
    assert missing_for_nav2(prefixes) == ("nav2_controller",)
    # A folder that a build left, without what it was to install.
    (tmp_path / "over" / "share" / "nav2_controller").mkdir(parents=True)
    assert missing_for_nav2(prefixes) == ("nav2_controller",)
    install(tmp_path / "over", "nav2_controller")
    assert missing_for_nav2(prefixes) == ()


def test_a_package_that_is_there_in_part_lacks_what_is_started_of_it(tmp_path: Path) -> None:
    """A build that failed, or one file of a package, leaves a package.xml."""
    needed = (*NAV2_PACKAGES, "nav2_common", *NAV2_PLUGINS, "nav2_planner", "nav2_amcl")
    install(tmp_path, *needed)
    launch = tmp_path / "share" / "nav2_bringup" / "launch"
    launch.mkdir()
    nodes = "Node(\n  package='nav2_planner',\n  executable='planner_server'), "
    composed = "ComposableNode(package='nav2_amcl', plugin='nav2_amcl::AmclNode')"
    (launch / "navigation_launch.py").write_text(nodes + composed, encoding="utf-8")
    prefixes = {"AMENT_PREFIX_PATH": str(tmp_path)}
    assert missing_for_nav2(prefixes) == ("nav2_planner/planner_server",)
    assert why_not(Navigation.NAV2, prefixes).count("ros-$ROS_DISTRO-nav2-planner;") == 1
    program = tmp_path / "lib" / "nav2_planner" / "planner_server"
    program.parent.mkdir()
    program.touch()
    assert missing_for_nav2(prefixes) == ()
    for file in ("twist_mux/twist_mux", f"lib{NAV2_PLUGINS[0]}.so"):
        (tmp_path / "lib" / file).unlink()
    assert missing_for_nav2(prefixes) == (
        "twist_mux/twist_mux",
        f"{NAV2_PLUGINS[0]}/lib{NAV2_PLUGINS[0]}.so",
    )


def install(prefix: Path, *packages: str) -> None:
    """Let a prefix have ROS packages, as far as is looked at."""
    for package in packages:
        share = prefix / "share" / package
        share.mkdir(parents=True, exist_ok=True)
        (share / "package.xml").touch()
    for file in ("twist_mux/twist_mux", *(f"lib{package}.so" for package in NAV2_PLUGINS)):
        path = prefix / "lib" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

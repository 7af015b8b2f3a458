# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nav2 is refused, in one line with the remedy, where it is not sourced."""

from pathlib import Path

from adhoc_teamwork.teamwork.settings.navigation import NAV2_PACKAGES, Navigation, why_not


def test_nav2_needs_its_packages_and_the_stand_in_needs_nothing(tmp_path: Path) -> None:
    environment = {"AMENT_PREFIX_PATH": f"/nowhere::{tmp_path}"}
    assert why_not(Navigation.BUILT_IN, {}) == ""
    for package in NAV2_PACKAGES:
        wrong = why_not(Navigation.NAV2, environment)
        assert package in wrong
        assert "ros-$ROS_DISTRO-" in wrong
        assert "\n" not in wrong
        (tmp_path / "share" / package).mkdir(parents=True)
        (tmp_path / "share" / package / "package.xml").touch()
    assert why_not(Navigation.NAV2, environment) == ""

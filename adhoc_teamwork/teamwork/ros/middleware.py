# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How the middleware is set up below rclpy, by variables of its own."""

from collections.abc import Mapping

from adhoc_teamwork.teamwork.settings.places import config_dir

PROFILES = "FASTRTPS_DEFAULT_PROFILES_FILE"
"""Variable by which Fast DDS 2 finds its profiles; other middleware does not know it."""


def resending(present: Mapping[str, str]) -> dict[str, str]:
    """Return the variables with which lost messages are sent again soon; none where a user's stand.

    Args:
        present: The variables that there are.

    Raises:
        ConfigError: There is no folder with configuration.
    """
    if present.get(PROFILES):
        return {}
    return {PROFILES: str(config_dir() / "communication" / "fastdds.xml")}

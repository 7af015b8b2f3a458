# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A few minutes of a team's day, by clocks that jump."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: messages are serialized by rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_teamwork.measuring.broker.ros.day import DISTURBED, IN_MEMORY, Day

pytestmark = pytest.mark.slow


def test_a_team_works_talks_and_goes_on_after_it_was_disturbed() -> None:
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        day = Day(Path(folder))
        try:
            samples = list(day.run(DISTURBED + 60, 60))
        finally:
            day.close()
    assert [sample.seconds for sample in samples] == [60, 120, 180, 240]
    said = [sample.messages for sample in samples]
    assert said == sorted(said)
    last = samples[-1]
    assert last.messages > 100
    assert last.decisions > 10
    assert last.tidied > 0
    assert last.log > 0.0

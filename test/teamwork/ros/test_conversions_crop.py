# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small pictures survive the way into a ROS message and back; what is none is refused."""

import pytest
from hypothesis import strategies as st
from vocabulary_values import check_round_trip, seconds, text

from adhoc_teamwork.teamwork.crop import LONGEST_JPEG, Crop, jpeg_address
from adhoc_teamwork.teamwork.ros.conversions.crop import crop_from_ros, crop_to_ros

crops = st.builds(
    Crop,
    object_id=text,
    stamp=seconds,
    picture=st.binary().map(lambda data: jpeg_address(b"\xff\xd8\xff" + data)),
    after_grasp=st.booleans(),
)


def test_round_trip() -> None:
    check_round_trip(crop_to_ros, crop_from_ros, crops)


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"\x89PNG", b"\xff\xd8\xff" + bytes(LONGEST_JPEG)]
)
def test_what_is_no_small_jpeg_is_refused(data: bytes) -> None:
    message = crop_to_ros(Crop("Mug_0", 1.0, jpeg_address(b"\xff\xd8\xff")))
    message.jpeg = data
    with pytest.raises(ValueError, match="expected a JPEG of at most 16000 bytes"):
        crop_from_ros(message)

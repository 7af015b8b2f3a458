# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of the floor and of furniture a camera shows: rays pass low there, and pixels are small.

A ray that passes high above the floor shows nothing of what lies on it, behind an armchair say.
What was looked at on the map, from where a robot plans to look, and whether it finds things on the
floor at all: they are all told by the same height. On a top, a card shows to a camera that is well
above it and near; a camera that is as low as the top or lower shows of things there the side that
they turn to it.
"""

import math

from adhoc_teamwork.teamwork.bodies.capability import Capability

LOW = 0.12
"""Whatever lies on the floor rises at least nearly so high, in metres."""

BEST_SHARE = 0.4
"""Of the camera's range: where a camera that looks too high for the floor sees lowest, usefully."""

SMALL = 0.003
"""A card or a pencil covers at least so much of what it lies on, square metres."""

ABOVE_TOPS = 0.15
"""A camera looks down on a top that is so much lower, in metres."""

SEAT = 0.5
"""Beds, sofas and chairs carry things about so high, metres."""

_SEATS = ("chair", "sofa", "couch", "bench")
"""Words in names of what is sat on: what is level and much higher is a back or an armrest."""
_WITH_ARMS = ("armchair", "sofa", "couch")
"""Words in names of seats that have arms."""

RISES = 0.2
"""What a piece of furniture has above what it carries things on may carry some as well, if it is at
least so much higher, metres: a toilet's tank."""

ENOUGH = 0.7
"""Share of a top's extents that, looked over, is all of it: many tops are round or have a back."""

ANY = 1e-6
"""The same of a piece of furniture of which the upper end alone shows: nobody knows how much it is.
"""

IN_REACH = 1.1
"""What is on tops above this, metres, no hand gets to."""

FROM_NEAR = 2.5
"""From farther away, metres, a card or a pencil on the floor hardly shows to a usual camera."""

TOPS_SHOW_FROM = 2.0
"""From farther away, metres, small things on a top do not show to a camera not far above it."""

STANDS_UP = 0.1
"""What rises so much, metres, above a top that is above the camera shows over its near edge from
far enough away."""

UPWARDS_FROM = 3.0
"""From farther away, metres, what stands on a top above the camera does not show."""

BEYOND_NEAREST = 0.6
"""A camera that shows a top from afar only has done its best within so much of there, metres."""

_STEEPEST = math.pi / 2.0 - 0.02
_LEVEL = 0.02
"""A camera's lower edge is taken to be at least so far below the horizon, radians."""


def low_sight(height: float, fall: float, camera_range: float) -> float:
    """Return the height, in metres, below which a ray shows what lies under it.

    For a camera that sees the floor this is the height of small things; one that looks too high
    for that has done its best where it sees as low as it can at a useful distance.

    Args:
        height: The camera's height above the floor, metres.
        fall: How far its steepest ray falls per metre ahead; not negative.
        camera_range: How far it sees, metres.
    """
    return max(LOW, height - fall * BEST_SHARE * camera_range)


def steepest_fall(capability: Capability) -> float:
    """Return how far the rays along the lower edge of a robot's images fall per metre ahead."""
    return math.tan(min(max(_LEVEL, _lower_edge(capability)), _STEEPEST))


def nearest_floor(capability: Capability) -> float:
    """Return from which distance on, in metres, a robot's camera looks at the floor."""
    fall, height = steepest_fall(capability), capability.camera_height
    low = low_sight(height, fall, capability.camera_range)
    return max(0.0, height - low) / fall


def sees_floor(capability: Capability) -> bool:
    """Tell whether what lies on floor that a robot has looked at was seen with it."""
    low = low_sight(capability.camera_height, steepest_fall(capability), capability.camera_range)
    return low <= LOW and _lower_edge(capability) > 0.0


def floor_shows_from(nearest: float) -> float:
    """Return from how far away small things on the floor show to a usual camera, metres.

    Args:
        nearest: From which distance on it looks at the floor, metres.
    """
    return max(FROM_NEAR, nearest + BEYOND_NEAREST)


def looks_down_on(capability: Capability, height: float) -> bool:
    """Tell whether a robot's camera shows a top from above, whose height is in metres."""
    above = capability.camera_height - height
    return above > ABOVE_TOPS and above / steepest_fall(capability) < capability.camera_range


def shows_upper_end_alone(capability: Capability, support: float, highest: float) -> bool:
    """Tell whether of a piece of furniture a camera looks down on no more than its upper end.

    Args:
        capability: Whose camera it is.
        support: Height of what carries things, as a toilet's seat, metres.
        highest: Height of its upper end, as that of the tank, metres.
    """
    rises = highest - support > RISES and highest <= IN_REACH
    return rises and looks_down_on(capability, highest) and not looks_down_on(capability, support)


def is_seat(category: str) -> bool:
    """Tell whether furniture of a category is sat on, and has a back above what carries things."""
    return any(word in category.casefold() for word in _SEATS)


def is_open_above(category: str) -> bool:
    """Tell whether of furniture of a category only its edges rise much above what carries things.

    So it is with a chair and its back, or a bed and its headboard, and not with a shelf.
    """
    return is_seat(category) or "bed" in category.casefold()


def has_arms(category: str) -> bool:
    """Tell whether a seat of a category has arms, which hide what lies between them."""
    return any(word in category.casefold() for word in _WITH_ARMS)


def looks_along(capability: Capability, height: float) -> bool:
    """Tell whether a robot's camera is about as high as a top, whose height is in metres."""
    above = capability.camera_height - height
    return 0.0 <= above <= ABOVE_TOPS and _lower_edge(capability) > 0.0


def looks_up_to(capability: Capability, height: float) -> bool:
    """Tell whether a robot's camera is below a top, height in metres, that hands get to."""
    return capability.camera_height < height <= IN_REACH


def sees_seats(capability: Capability) -> bool:
    """Tell whether a robot's camera finds what lies on beds, sofas and chairs."""
    return looks_down_on(capability, SEAT) or looks_along(capability, SEAT)


def _lower_edge(capability: Capability) -> float:
    """Return how far below the horizon the images' lower edge is, radians."""
    return capability.camera_pitch + capability.vertical_fov / 2.0

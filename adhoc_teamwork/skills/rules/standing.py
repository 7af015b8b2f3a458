# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot may stand to work on a thing, of places that it knows."""

import numpy as np

from adhoc_teamwork.skills.belief.grid import Mask


def places_to_stand(near: Mask, walled_off: Mask, own_room: Mask, others: Mask) -> Mask:
    """Mark where to stand: never where a wall is between, and in the thing's own room first.

    Places of other rooms count where the own room has none.

    Args:
        near: From where the hand gets to the thing.
        walled_off: From where a wall bars the hand the way.
        own_room: In the room in which the thing is, where a way is known to lead.
        others: All others that may do, such as those in between which and the thing nothing is.
    """
    free = near & ~walled_off
    own = free & own_room
    return np.asarray(own if own.any() else free & others, dtype=np.bool_)

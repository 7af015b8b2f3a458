# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One frame: a depth picture, its mask and its pose, brought together and turned into points.

`pairing` and `timeline` admit frames in order, `alignment` corrects a drifting pose, `views` splits
a frame by instance. Points are in `map`, metres.
"""

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recordings without ROS: bags and folders of frames, read in order.

`bag` and `frames_folder` turn what is stored into frames and team messages; `offline` plays them to
the pipeline. Anything read here may be hostile and is refused in one line.
"""

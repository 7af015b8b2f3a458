# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The built-in simulator: houses, world, sensors, actions. Its truth reaches robots as sensors."""

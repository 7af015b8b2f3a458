# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The built-in simulator: houses, world, sensors, actions. Its truth reaches robots as sensors.

`houses` and `generation` give the place, `tasks` what is to be done there; `world` holds the state,
`motion` and `manipulation` change it, `sensors` show it. `lattice` is the same house for the
benchmark; `rules` say for both what hands can do. `gazebo` and `exports` serve other simulators.
"""

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cells: fixed arms on tables in real physics (MuJoCo, the extra `cells`).

`cell_file` and `arm_file` say what stands in a cell, `compiling` makes a physical model of it,
`world` steps that and shows its state. State is written into the physics when an episode begins,
and never again: what moves is moved by motors, contacts and weight. `task_file` says what is to be
done in a cell, `task_world` begins, shows and judges an episode of it. `actions` describes what
robots can be told. `grasps` says where a hand has to be for it, `ways` makes steps of it, `hands`
plans and plays these, in open loop, and `script` has rounds of them carried out.
`telling`, `dialog` and `plan_check` are what robots are told, say and are refused; `episode` plays,
and `switching` says which robots are on. `at_work` says what all of these need of a cell, which is
`world` or, over ROS, what is in `ros`; there `driver` moves an arm and `referee` says what is done.
"""

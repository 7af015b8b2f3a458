# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The agent: what one robot does next, and how it takes up, follows and gives up sub-tasks.

`agent` takes in what the robot perceives, hears and did; `monitors` and `message_handler` make
`events` of it. The `executive` alone acts on them, and starts, follows and ends what `active_task`
and `execution` hold; `laying_down` tells it when to lay down what it holds. A policy decides,
`query_scheduler` asks it ahead of need, `view_builder` says what is known, and what the team must
know leaves through `message_sender`.
"""

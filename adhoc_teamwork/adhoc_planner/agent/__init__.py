# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The agent: what one robot does next, and how it takes up, follows and gives up sub-tasks.

`agent` is the state machine that takes in events; `executive` starts, follows and ends what
`active_task` and `execution` hold, on the ground of what `monitors` and `message_handler` notice. A
policy decides, `query_scheduler` asks ahead of need, and what the team must know leaves through
`message_sender`.
"""

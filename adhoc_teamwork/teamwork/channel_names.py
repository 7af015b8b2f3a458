# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names of channels, for command lines that nothing is installed for yet."""

OPEN, PAPER, ASKED, SILENT = "open", "paper", "asked", "silent"
CHANNEL_NAMES = (OPEN, PAPER, ASKED, SILENT)
CHANNEL_HELP = (
    "what the team may say to each other: open (everything, also what was said before to who joins "
    "later), paper (the paper's setting), asked (intents and answers to them), silent"
)

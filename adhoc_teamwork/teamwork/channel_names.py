# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names of channels, for command lines that nothing is installed for yet."""

import argparse
import re

OPEN, PAPER, ASKED, SILENT = "open", "paper", "asked", "silent"
TEXT, TEMPLATE = "text", "template"
CHANNEL_NAMES = (OPEN, PAPER, ASKED, SILENT, TEXT, TEMPLATE)
PRICED = (TEXT, TEMPLATE)
"""The channels whose messages may have a price."""
CHANNEL_HELP = (
    "what the team may say to each other: open (everything, also what was said before to who joins "
    "later), paper (the paper's setting), asked (intents and answers to them), silent, text (free "
    "words, 500 characters a message), template (sentences on progress, intents and finds)"
)
PRICE_HELP = (
    "what a message of --channel text or template costs its sender: N steps, or Nbytes: a step for "
    "every N bytes"
)
PRICE = re.compile(r"(0|[1-9][0-9]{0,4})|([1-9][0-9]{0,4})bytes")
"""A price in words: steps for a message, or the bytes that one step pays for."""


def price(text: str) -> str:
    """Return a price from a command line.

    Raises:
        argparse.ArgumentTypeError: It is none.
    """
    if not PRICE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r}: expected steps, such as 3, or 50bytes")
    return text


def channel_at(channel: str, price: str | None) -> str:
    """Return the name of a channel at a price, as scenarios and results have it: ``text:3``.

    Raises:
        ValueError: Messages of this channel have no price; one line.
    """
    if price is None:
        return channel
    if channel not in PRICED:
        raise ValueError(f"--price: only with --channel {' or '.join(PRICED)}")
    return channel if price == "0" else f"{channel}:{price}"

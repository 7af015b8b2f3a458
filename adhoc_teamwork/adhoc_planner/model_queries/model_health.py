# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether the language model can be asked now: back-off after failures, and coming back."""

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 30.0
"""Pauses between attempts double from the first to the longest, in seconds."""


class ModelHealth:
    """Count failures in a row and say when the next question is worth asking."""

    def __init__(self) -> None:
        self.is_alive = True
        self.last_error = ""
        self.failures = 0
        self._retry_at = float("-inf")

    def may_ask(self, now: float) -> bool:
        """Tell whether the pause after the last failure is over."""
        return now >= self._retry_at

    def failed(self, error: str, now: float) -> bool:
        """Note that no usable answer came; return True where the model was well until now."""
        was_alive, self.is_alive = self.is_alive, False
        self.last_error = error
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self.failures, 10))
        self.failures += 1
        self._retry_at = now + pause
        return was_alive

    def succeeded(self) -> bool:
        """Note a usable answer; return True where the model was not well until now."""
        was_alive, self.is_alive = self.is_alive, True
        self.failures = 0
        self._retry_at = float("-inf")
        return not was_alive

    def reset_pause(self) -> None:
        """Let the next question be asked at once; for a clock that was set back."""
        self._retry_at = float("-inf")

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one way in which preparing the environment fails."""


class SetUpError(Exception):
    """Report in one message what stopped the set-up and what to do about it.

    Attributes:
        exit_code: What the program ends with; 2 where the person has to change something first.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a method brings to a conversation: its form, and what to say in each role."""

from typing import Protocol

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import Draft, Form, Role


class Method(Protocol):
    """Say what a robot says; when and to whom is the conversation's."""

    form: Form

    async def speak(self, role: Role, conversation: Conversation, view: PlannerView) -> Draft:
        """Return what to say now, from what was said (`conversation.said`) and what is known.

        Args:
            role: LEAD, ANSWER or SPEAK.
            conversation: Is read only.
            view: What the robot knows at the beginning of the turn.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """

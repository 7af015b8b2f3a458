# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Do what a measurement asks for: a line of JSON in, a line of JSON out."""

import json
import sys
from collections.abc import Callable
from typing import Any

import rclpy

from adhoc_teamwork.measuring.broker.ros.executors import Spinner

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def serve(
    answer: Answer, close: Callable[[], None], begin: Callable[[], None] | None = None
) -> int:
    """Begin, answer requests until standard input ends or Ctrl-C comes, close; return 0."""
    try:
        if begin is not None:
            begin()
        for line in sys.stdin:
            sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 0
    finally:
        close()
    return 0


def serve_spinning(node: Any, context: Any, answer: Answer) -> int:
    """Answer requests while a node of a context of its own spins; end both."""
    spinner = Spinner(context)
    spinner.add(node)
    spinner.start()

    def close() -> None:
        spinner.end()
        node.destroy_node()
        rclpy.try_shutdown(context=context)

    return serve(answer, close)

# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Do what a measurement asks for: a line of JSON in, a line of JSON out."""

import json
import sys
from collections.abc import Callable
from typing import Any

import rclpy

from comm_bridge.bench.ros.executors import Spinner

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

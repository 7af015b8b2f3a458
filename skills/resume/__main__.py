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

"""Run the robot resume's command line: ``python -m skills.resume URDF ...``."""

import sys
from collections.abc import Sequence

from skills.resume.words import build_parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 done, 2 wrong input, 130 interrupted."""
    options = build_parser().parse_args(arguments)
    # Imported here because help and the refusal of wrong words need no set-up.
    from skills.resume.command import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())

"""Run the command line: ``python -m bringup COMMAND ...``."""

import sys

from bringup.cli import main

if __name__ == "__main__":
    sys.exit(main())

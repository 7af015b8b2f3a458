"""Run the robot resume's command line: ``python -m skills.resume URDF ...``."""

import sys

from skills.resume.command import main

if __name__ == "__main__":
    sys.exit(main())

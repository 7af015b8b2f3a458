#!/bin/bash
# Goes to /etc/adhoc/run.sh: run a command with ROS 2, the workspace and the package's Python packages
# (docs/setup.md). WORKSPACE is the colcon workspace.
source /opt/ros/jazzy/setup.bash
source "$WORKSPACE/install/setup.bash"
packages=("$WORKSPACE"/src/adhoc_teamwork/.adhoc/sourced-*/venv/lib/python3*/site-packages)
export PYTHONPATH="${packages[0]}:$PYTHONPATH"
exec "$@"

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A Ray cluster of two machines on the loopback; a process of its own in the tests.

It says its address, loses the second machine with all its processes at a line "lose", and ends
with its input. No episode of the fakes ends on the second: what it plays then is lost for sure.
"""

import os
import sys

from ray.cluster_utils import Cluster


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    slow = {"FAKE_LOG": os.environ["FAKE_LOG"] + ".second", "FAKE_SECONDS": "100"}
    second = cluster.add_node(num_cpus=1, env_vars=slow)
    cluster.wait_for_nodes()
    say("address", cluster.address)
    try:
        for line in sys.stdin:
            if line.strip() == "lose":
                cluster.remove_node(second, allow_graceful=False)
                say("lost")
    finally:
        cluster.shutdown()

# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Build the ament_python package adhoc_teamwork_bench: what measures, beside adhoc_teamwork.

It adds one room, adhoc_teamwork.measuring, to the package that is installed already. The room lies
with the others; here is a link to it, because setuptools looks beside setup.py.
"""

from setuptools import find_namespace_packages, setup

NAME = "adhoc_teamwork_bench"

setup(
    name=NAME,
    version="0.1.0",
    description="Measure the parts of adhoc_teamwork: broker, console, perception, skills, arms.",
    license="Apache-2.0",
    maintainer="adhoc_teamwork maintainers",
    maintainer_email="maintainers@users.noreply.a-seed-15b0095c.example",
    packages=find_namespace_packages(include=["adhoc_teamwork.measuring*"]),
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
    ],
    install_requires=["setuptools", "adhoc_teamwork"],
    zip_safe=False,
)

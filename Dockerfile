# ROS 2 Jazzy with this package in a workspace, /ws: docs/containers.md.
FROM ros:jazzy-ros-base AS base
# What the set-up would install itself, once for both stages; versions are the distribution's.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ gcc libegl1 libgl1 libgomp1 libidn2-0 libudev1 libusb-1.0-0 \
        libx11-6 python3-colcon-common-extensions python3-dev python3-venv \
    && rm -rf /var/lib/apt/lists/*

FROM base AS team
WORKDIR /ws
COPY . src/adhoc_teamwork
RUN . /opt/ros/jazzy/setup.sh \
    && src/adhoc_teamwork/adhoc setup \
    && colcon build --base-paths src src/adhoc_teamwork/adhoc_interfaces
ENV WORKSPACE=/ws
ENTRYPOINT ["/bin/bash", "/ws/src/adhoc_teamwork/config/systemd/run.sh"]
CMD ["/ws/src/adhoc_teamwork/adhoc", "demo"]

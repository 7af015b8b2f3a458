"""The built-in simulator: houses, world, sensors, actions. Its truth reaches robots as sensors."""

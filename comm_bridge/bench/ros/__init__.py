"""The robots of the measurement, as processes of their own."""

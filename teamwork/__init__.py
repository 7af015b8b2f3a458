"""The vocabulary of ad hoc teamwork: plain typed values that every room shares."""

"""What plays episodes: processes of this machine, or a Ray cluster; both give the same results."""

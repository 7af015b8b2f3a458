"""Train the learned policies from demonstrations in houses of their own (paper appendix F.2)."""

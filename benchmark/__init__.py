"""The tidying-up benchmark: task sets, policies in step-synchronous episodes, metrics, tables."""

"""Policies that were trained from demonstrations (paper section V-B.2 and V-C.3, appendix F.2)."""

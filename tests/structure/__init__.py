"""Figures of the code's structure, and the bounds that they must keep."""

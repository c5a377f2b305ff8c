"""Helpers that several packages share: files, limits, numbers at random, networks."""

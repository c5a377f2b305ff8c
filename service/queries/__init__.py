"""Queries: what the workers have derived, for those in whose reach it lies. Nothing here folds a log."""

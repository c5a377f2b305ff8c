"""Looks at the table that several rooms need."""

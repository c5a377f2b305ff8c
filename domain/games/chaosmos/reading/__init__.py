"""Looks at the table that several rooms share: combat scores, and what each seat can surely place."""

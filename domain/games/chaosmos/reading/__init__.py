"""Looks at the table that several rooms share: combat scores, where cards lie, what unnamed ones may be."""

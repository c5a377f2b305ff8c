"""Looks at the table that several rooms take. Nothing here changes anything."""

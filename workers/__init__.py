"""Workers: they follow the log and keep the tables that queries read."""

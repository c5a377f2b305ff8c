"""Processes: what `tablelog up` runs on one machine, kept running, each under a guard."""

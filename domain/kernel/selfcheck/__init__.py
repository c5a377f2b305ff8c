"""Checks that a game is declared, worded and played as the kernel needs."""

"""The rules of the games and the log of a session: pure, no clock, no files at play, no network."""

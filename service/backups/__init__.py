"""Backups: log, registers and key, copied into a folder, verified there, and restored."""

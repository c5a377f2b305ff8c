"""Backups: log, registers and key, copied into a folder, proven there, and put back."""

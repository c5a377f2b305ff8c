"""Stored sessions: the event log, loading, the cursor, forks, audits and portable files."""

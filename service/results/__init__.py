"""Results of sessions: who won and by what, and the forms in which other places take a play."""

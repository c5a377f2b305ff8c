"""How a game is played and folded: entries, views, play, obstacles."""

"""The engine that plays and folds a game: entries, views, play, obstacles."""

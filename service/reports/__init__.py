"""Charts, pictures and files of results."""

"""Pages for people: a module a page."""

"""API v1: a module a resource. A route parses, calls one function, renders."""

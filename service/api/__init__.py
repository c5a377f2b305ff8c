"""API v1: one module per resource. A route parses, calls one function, renders."""

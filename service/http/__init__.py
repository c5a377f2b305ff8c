"""HTTP: what a request brings and an answer takes, before and after a route does its part."""

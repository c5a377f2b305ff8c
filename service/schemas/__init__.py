"""Schemas: the structs of requests, the fields that check them, the API document that describes them."""

"""Schemas: the structs that requests are, the fields that judge them, the document that tells of them."""

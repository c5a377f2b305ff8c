"""The commands of `tablelog`, a module a subject."""

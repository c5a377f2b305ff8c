"""Pictures to send on: a result with the final board and the scores, as an SVG that stands by itself."""

"""Every measure of A Time of Chaos counted by hand, from the lines of a recorded game.

A count gives all rows of its measure as (seat, dimensions, value, weight). Nothing here knows the tally.
"""

from __future__ import annotations

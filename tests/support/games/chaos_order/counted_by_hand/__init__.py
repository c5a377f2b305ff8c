"""Every measure and series of Chaos Order counted by hand, from the lines and facts of a recorded game.

A count gives all rows of its measure; a curve all points of its series. Nothing here knows the tally or
folds a fact: rounds and phases are read off the lines, or off the facts that begin them.
"""

from __future__ import annotations

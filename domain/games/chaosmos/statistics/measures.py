"""Every measure of Chaosmos: key, what it means, its unit, what it can be split by.

`PUBLIC` ones follow from public events alone, `SECRET` ones from the truth log; all count finished
games only, since a running game may not tell what its seats hide.
"""

from __future__ import annotations

from domain.games.chaosmos.statistics.measures_public import PUBLIC
from domain.games.chaosmos.statistics.measures_secret import SECRET

MEASURES = (*PUBLIC, *SECRET)

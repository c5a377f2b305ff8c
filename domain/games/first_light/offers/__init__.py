"""What a seat, or the table, may do now."""

from domain.games.first_light.offers.phases import offers

__all__ = ["offers"]

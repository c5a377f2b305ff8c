"""How many cards an envelope is dealt, CM-114 and CM-115, by mode and number of seats."""

HOME_SIZES = {
    ("first_game", 4): 10,
    ("first_game", 3): 12,
    ("first_game", 2): 10,
    ("standard", 4): 10,
    ("standard", 3): 12,
    ("two_player", 2): 11,
}
OTHER_SIZES = {
    ("first_game", 4): 4,
    ("first_game", 3): 4,
    ("first_game", 2): 6,
    ("standard", 4): 4,
    ("standard", 3): 4,
    ("two_player", 2): 7,
}

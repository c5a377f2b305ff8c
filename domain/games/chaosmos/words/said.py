"""Which facts the sentence of an action says already, so that no line repeats them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

ASIDE = ("action_spent", "cards_named", "choice_asked", "choice_made")
"""What goes without saying: the cost, the card that is named by its use, what the next question tells."""
OPENING = ("gear_revealed", "envelope_opened", "control_taken")
ACCESS = ("cards_transferred", "flip_activated", "flip_deactivated", "envelope_accessed")

SAID: Mapping[str, Collection[str]] = {
    "remove_alien_pair": ("alien_pair_removed",),
    "arrange_planets": ("planets_arranged",),
    "deal_aliens": ("aliens_dealt",),
    "choose_alien": ("alien_chosen",),
    "prepare_hand": ("hand_prepared", "cards_named"),
    "name_cards": ("cards_named",),
    "set_start_player": ("start_player_chosen",),
    "begin_turn": ("turn_begun",),
    "move": (*ASIDE, "moved"),
    "hyperspace": (*ASIDE, "hypertoken_spent", "moved"),
    "control_planet": (*ASIDE, *OPENING),
    **dict.fromkeys(
        ("transfer_cards", "activate_flip", "deactivate_flip", "access_envelope"), (*ASIDE, *ACCESS)
    ),
    "return_envelope": ("envelope_returned",),
    "attack": (*ASIDE, "gear_revealed", "combat_begun", "combat_ended"),
    "play_combat_card": (*ASIDE, "combat_card_played"),
    "pass_combat": (*ASIDE, "combat_passed", "combat_ended"),
    "choose_resolution": (*ASIDE, "resolution_chosen", "moved", "combat_ended"),
    "take_spoils": (*ASIDE, "card_taken", "combat_ended"),
    "give_back": (*ASIDE, "card_given_back", "combat_ended"),
    "take_envelope": (*ASIDE, *OPENING, "envelope_declined", "combat_ended"),
    "resolve_own_trap": (*ASIDE, "control_taken", "trap_voided", "combat_ended"),
    "play_card": (*ASIDE, "card_played", "card_voided"),
    "use_ability": (*ASIDE, "ability_used"),
    "trade_cosmic_pool": (*ASIDE, "pool_traded"),
    "end_turn": ("turn_ended",),
    "show_ovoid": ("cards_named",),
}
"""The facts that an action's sentence says already."""

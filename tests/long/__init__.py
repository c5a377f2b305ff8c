"""Campaigns: long trials of the real thing, run by `./dev long`; docs/campaigns.md describes them."""

"""What the rules, offers, view and statistics read off the table alike: looks that change nothing."""

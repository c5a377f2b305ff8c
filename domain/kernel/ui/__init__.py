"""Everything that a page shows and asks: words, boards, labels."""

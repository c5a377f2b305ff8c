"""Order vs Chaos in words: what stands on buttons, in questions and in the log."""

"""Charts of series: what they show, where it is drawn, and the figures below."""

"""Sessions: opening, recording, streaming; principals, and the registers of data outside the log."""

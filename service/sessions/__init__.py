"""Sessions: opened, recorded, streamed; who may ask, and what is kept beside the log and told to nobody."""

"""Live tables: public sandbox sessions that bots play for spectators, until people take seats over."""

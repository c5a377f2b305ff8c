"""Live tables: public sandbox sessions that bots play for whoever watches, until people take seats over."""

"""A game in the terminal: the map drawn, what happens in words, and a person or chance who decides."""

"""Where in a picture may a board be? Proposals of lattices, by geometry alone; who reads them judges them."""

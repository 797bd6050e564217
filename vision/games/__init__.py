"""What the network says of a lattice -> a puzzle, a module for each game."""

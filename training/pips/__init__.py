"""How the networks of Pips are made: `python -m training.pips` draws pages and trains them on these."""

"""Where in a picture may a board be? Proposals of lattices, by geometry alone; who reads them judges them."""

from vision.locate.propose import BEYOND_DOUBT, Proposal, beside, proposals, shrink

__all__ = ["BEYOND_DOUBT", "Proposal", "beside", "proposals", "shrink"]

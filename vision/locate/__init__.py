"""Where in a picture may a board be? Proposals of lattices, by geometry alone; who reads them judges them."""

from vision.locate.propose import Proposal, beside, proposals, shrink

__all__ = ["Proposal", "beside", "proposals", "shrink"]

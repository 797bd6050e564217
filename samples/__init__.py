"""Our own pages, the boards on them, and labelled pictures of them: made, kept and checked here, never read here."""

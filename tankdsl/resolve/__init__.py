"""Names: which files make up a pack, and what its declarations are called."""

"""Types: from the syntax tree and its names to the typed tree, with every finding on the way."""

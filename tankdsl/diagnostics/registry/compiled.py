"""TK8xxx: compiled files and what the engine is given."""

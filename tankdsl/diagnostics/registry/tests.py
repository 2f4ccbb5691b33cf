"""TK7xxx: tests written in the language."""

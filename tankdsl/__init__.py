"""A compiler, validator and engine for a language of tabletop tank wargames."""

__version__ = "0.1.0"

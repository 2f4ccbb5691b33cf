"""From text to the syntax tree; ``parse.parse`` is the way in. See README.md beside this file."""

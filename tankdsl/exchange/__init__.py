"""Maps and lists of other programs: read into one neutral value, written as `.tank` text, and back. See README.md beside this file."""

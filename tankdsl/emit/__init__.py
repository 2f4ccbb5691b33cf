"""From the compiled form to files: canonical JSON, source maps, schemas, and writing all of it or nothing."""

"""The commands, one module each. Importing them imports nothing but click."""

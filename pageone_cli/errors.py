"""Errors that are the user's to mend; the program prints their text and ends with their exit status."""


class UserError(Exception):
    """Something that the user gave cannot be used; the text says what, where, and what would be right."""

    exit_status = 2

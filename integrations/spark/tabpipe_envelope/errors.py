"""What goes wrong."""

from __future__ import annotations


class BrokenStream(Exception):
    """The output of a child is incomplete, or does not belong to its input."""


class BadRow(Exception):
    """A row is no line of JSON."""


class Refused(Exception):
    """A job that was not started: the program or the pipeline file does not fit."""

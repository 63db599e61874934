"""Runs the stages of a tabpipe pipeline file in Spark, and proves that no row is lost.

    result = run(df, "stages.json")
    result.ok        # the records, as columns
    result.rejects   # what the stages rejected, and why
    result.counts    # {"read": 200000, "made": 0, "written": 199900, "filtered": 0, "rejected": 100, "skipped": 0}

Each partition goes through a `tabpipe pipe --envelope` of its own. See README.md for what is checked, and when the rows are released.
"""

from __future__ import annotations

from tabpipe_envelope import BadRow, BrokenStream, Refused
from tabpipe_envelope.spark.jobs import has_arrow, run
from tabpipe_envelope.spark.results import RDDResult, Result

__all__ = ["BadRow", "BrokenStream", "RDDResult", "Refused", "Result", "has_arrow", "run"]

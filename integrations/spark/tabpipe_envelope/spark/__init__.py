"""The parts of `tabpipe_spark`, the adapter for Spark."""

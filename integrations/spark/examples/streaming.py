"""Runs a pipeline file on a folder that new JSON Lines files arrive in: structured streaming, one job for each batch.

usage: streaming.py INCOMING OUT STAGES [PROGRAM]

Spark repeats a batch whose job failed. Each batch therefore has folders of its own, named by its number, which a repetition overwrites.
"""

from __future__ import annotations

import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming import StreamingQuery

import tabpipe_spark


def start(spark: SparkSession, incoming: str, out: str, stages: str, program: str | None = None) -> StreamingQuery:
    def process(batch: DataFrame, number: int) -> None:
        result = tabpipe_spark.run(batch, stages, program)
        try:
            result.text.write.mode("overwrite").text(f"{out}/records/batch={number}")
            result.rejects.write.mode("overwrite").json(f"{out}/rejects/batch={number}")
            print(f"batch {number}: {result.counts}")
        finally:
            result.unpersist()

    stream = spark.readStream.text(incoming)
    return stream.writeStream.foreachBatch(process).option("checkpointLocation", f"{out}/checkpoint").start()


if __name__ == "__main__":
    start(SparkSession.builder.getOrCreate(), *sys.argv[1:]).awaitTermination()

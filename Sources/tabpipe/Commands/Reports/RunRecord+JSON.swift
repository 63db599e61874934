internal import HTTP
internal import JSONParsing
internal import Pipeline

extension RunRecord {
    /// The run in the JSON report.
    var json: JSONObject {
        var object: JSONObject = [
            "pipeline": .string(pipeline), "file": .string(file), "dry_run": .bool(isDry), "jobs": .number(JSONNumber(jobs)),
            "limit": limit.map { .number(JSONNumber($0)) } ?? .null, "started": .string(ReportTime.text(start)),
            "ended": .string(ReportTime.text(end)), "seconds": .number(JSONNumber(seconds)), "exit_code": .number(JSONNumber(exitCode)),
            "meaning": .string(meaning), "failure": failure.map { .string($0) } ?? .null,
        ]
        object["counts"] = .object(JSONObject(counts.named.map { ($0.name, .number(JSONNumber($0.count))) }))
        object["read_per_second"] = readPerSecond.map { .number(JSONNumber($0)) } ?? .null
        object["steps"] = .array(steps.map { .object($0.json) })
        object["requests"] = .object(requests)
        object["peak_memory_bytes"] = .number(JSONNumber(peakMemory))
        object["rejects"] = [
            "reasons": .array(reasons.map { .object($0.json) }), "other_reasons": .number(JSONNumber(otherRejects)),
        ]
        object["outputs"] = .array(outputs.map { .object($0.json) })
        object["throughput"] = .object(throughput)
        object["notes"] = .array(notes.map { .string($0) })
        object["warnings"] = .array(warnings.map { .string($0) })
        return object
    }

    private var requests: JSONObject {
        [
            "sent": .number(JSONNumber(network.requests)), "retries": .number(JSONNumber(network.retries)),
            "from_cache": .number(JSONNumber(network.fromCache)), "bytes": .number(JSONNumber(network.bytes)),
            "waited_seconds": .number(JSONNumber(secondsWaited)), "hosts": .array(hosts.map { .object($0.json) }),
        ]
    }

    /// The time that tasks waited for rate limits and between attempts, with three decimal places.
    var secondsWaited: Double { Decimals.rounded(network.secondsWaited, places: 3) }

    /// The largest rate of the throughput chart; nil for a run that is too short for one.
    var highestRate: Double? { rates.map { max($0.read, $0.written) }.max() }

    private var throughput: JSONObject {
        let samples = samples.map { sample -> JSONValue in
            [
                "seconds": .number(JSONNumber(sample.seconds)), "read": .number(JSONNumber(sample.read)),
                "written": .number(JSONNumber(sample.written)),
            ]
        }
        return ["highest_per_second": highestRate.map { .number(JSONNumber($0)) } ?? .null, "samples": .array(samples)]
    }
}

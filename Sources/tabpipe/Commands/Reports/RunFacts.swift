internal import HTTP
internal import JSONParsing
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The facts of one run for reports. Numbers are rounded here, so that every form of the report shows the same ones.
struct RunFacts: Sendable {
    let pipeline: String
    /// The path of the pipeline file.
    let file: String
    let isDry: Bool
    let jobs: Int
    /// The largest number of records to read; nil for all.
    let limit: Int?
    let start: Date
    let end: Date
    /// The duration of the run, with three decimal places.
    let seconds: Double
    let exitCode: Int32
    /// The message of the failure; nil if there was none.
    var failure: String?
    let counts: RunCounts
    let steps: [StepFacts]
    let network: RequestCounts
    var hosts: [RequestGroup]
    /// The largest amount of memory that the process has had so far, in bytes.
    let peakMemory: Int
    var reasons: [RejectReason]
    /// The number of rejects with further reasons.
    let otherRejects: Int
    var outputs: [OutputSummary]
    let samples: [RunSample]
    var notes: [String]
    var warnings: [String]

    /// The records that were read each second; nil for a run without a duration.
    var readPerSecond: Double? { seconds > 0 ? FixedDecimals.rounded(Double(counts.read) / seconds, places: 1) : nil }

    /// The rates between neighbouring samples.
    var rates: [RunRate] { zip(samples, samples.dropFirst()).compactMap { RunRate(from: $0, to: $1) } }

    /// The meaning of the exit code.
    var meaning: String {
        ExitCode.all.first { $0.codes == "\(exitCode)" }?.summary ?? (exitCode >= ExitCode.firstSignal ? "interrupted" : "failed")
    }

    /// Returns the facts with secrets masked, as in messages and rejects.
    func masked(by secrets: SecretValues) -> RunFacts {
        func masked(_ text: String) -> String { AddressMask.masked(in: secrets.masked(text)) }
        var record = self
        record.failure = failure.map(masked)
        record.notes = notes.map(masked)
        record.warnings = warnings.map(masked)
        record.reasons = reasons.map { $0.masked(by: secrets) }
        record.hosts = hosts.map {
            RequestGroup(
                step: $0.step, host: masked($0.host), requests: $0.requests, failed: $0.failed, fromCache: $0.fromCache, bytes: $0.bytes,
                seconds: FixedDecimals.rounded($0.seconds, places: 3), secondsWaited: FixedDecimals.rounded($0.secondsWaited, places: 3))
        }
        record.outputs = outputs.map {
            OutputSummary(place: $0.place, path: masked($0.path), result: $0.result, written: $0.written, unchanged: $0.unchanged)
        }
        return record
    }
}

extension RunFacts {
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
    var secondsWaited: Double { FixedDecimals.rounded(network.secondsWaited, places: 3) }

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

/// The numbers of a step in a report. Times are rounded once, so that all forms of the report show the same ones.
struct StepFacts: Sendable {
    let counts: StepCounts
    /// In seconds, with three decimal places.
    let seconds: Double
    /// The share of the time of all steps, from 0 to 1, with four decimal places.
    let share: Double

    init(_ counts: StepCounts) {
        self.counts = counts
        seconds = FixedDecimals.rounded(counts.time / .seconds(1), places: 3)
        share = FixedDecimals.rounded(counts.share, places: 4)
    }

    var path: String { counts.path }
    var type: String { counts.type }

    /// Whether the step is a sink.
    var isSink: Bool { path.hasPrefix("sinks[") }

    /// The counts with the keys of the JSON report, in its order.
    var results: [(key: String, count: Int)] {
        [
            ("in", counts.input), ("made", counts.made), ("out", counts.output), ("filtered", counts.filtered),
            ("rejected", counts.rejected), ("skipped", counts.skipped), ("unfinished", counts.unfinished),
        ]
    }

    var json: JSONObject {
        var object: JSONObject = ["step": .string(path), "type": .string(type)]
        for (key, count) in results { object[key] = .number(JSONNumber(count)) }
        object["seconds"] = .number(JSONNumber(seconds))
        object["share"] = .number(JSONNumber(share))
        return object
    }
}

/// An output of a run in a report, with its state after the run.
struct OutputSummary: Sendable {
    /// The state of an output after the run.
    enum State: String, Sendable {
        /// It is new or has changed.
        case written
        /// It had the same content already.
        case unchanged
        /// Records went to a stream.
        case sent
        /// It stays as it was before the run.
        case kept
        /// The run put new records behind the earlier ones.
        case appended
        /// The run removed the file of an earlier run.
        case removed
        /// The run wrote nothing.
        case dryRun = "dry run"
    }

    /// The option that names the output, such as `sinks[0].to`.
    let place: String
    /// The path as messages show it.
    let path: String
    let result: State
    /// The number of files that are new or have changed; nil if the output does not count files.
    var written: Int?
    /// The number of files that had the same content already.
    var unchanged: Int?

    var json: JSONObject {
        var object: JSONObject = ["place": .string(place), "path": .string(path), "result": .string(result.rawValue)]
        if let written { object["files_written"] = .number(JSONNumber(written)) }
        if let unchanged { object["files_unchanged"] = .number(JSONNumber(unchanged)) }
        return object
    }
}

/// The numbers of records at a moment of a run.
struct RunSample: Sendable, Equatable {
    /// Seconds since the start of the run, with three decimal places.
    let seconds: Double
    let read: Int
    let written: Int
}

/// Samples of a run at equal intervals. If they exceed `maxCount`, every second one is dropped and the interval doubles.
struct RunSamples: Sendable {
    /// The interval of the first samples.
    private static let firstInterval = Duration.milliseconds(100)
    /// The largest number of samples.
    private static let maxCount = 200

    private(set) var list: [RunSample] = []
    /// The time until the next sample.
    private(set) var interval = firstInterval

    mutating func append(_ sample: RunSample) {
        list.append(sample)
        guard list.count > Self.maxCount else { return }
        list = list.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        interval *= 2
    }
}

/// Records per second between two samples.
struct RunRate: Sendable {
    /// Minimum span in seconds: the last two samples can be almost simultaneous.
    private static let leastSpan = 0.05

    /// The end of the span, since the start of the run.
    let seconds: Double
    let read: Double
    let written: Double

    /// - Returns: nil if the samples are too close to each other for a rate.
    init?(from first: RunSample, to last: RunSample) {
        let span = last.seconds - first.seconds
        guard span >= Self.leastSpan else { return nil }
        seconds = last.seconds
        read = FixedDecimals.rounded(Double(max(0, last.read - first.read)) / span, places: 1)
        written = FixedDecimals.rounded(Double(max(0, last.written - first.written)) / span, places: 1)
    }
}

internal import HTTP
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// All that a report says of one run. Numbers are rounded here, so that every form of the report shows the same ones.
struct RunRecord: Sendable {
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
    let steps: [StepRecord]
    let network: RequestCounts
    var hosts: [RequestGroup]
    /// The largest amount of memory that the process has had so far, in bytes.
    let peakMemory: Int
    var reasons: [RejectReason]
    /// The number of rejects with further reasons.
    let otherRejects: Int
    var outputs: [OutputRecord]
    let samples: [RunSample]
    var notes: [String]
    var warnings: [String]

    /// The records that were read each second; nil for a run without a duration.
    var readPerSecond: Double? { seconds > 0 ? Decimals.rounded(Double(counts.read) / seconds, places: 1) : nil }

    /// The rates between neighbouring samples.
    var rates: [RunRate] { zip(samples, samples.dropFirst()).compactMap { RunRate(from: $0, to: $1) } }

    /// The meaning of the exit code.
    var meaning: String {
        ExitCode.all.first { $0.codes == "\(exitCode)" }?.summary ?? (exitCode >= ExitCode.firstSignal ? "interrupted" : "failed")
    }

    /// Returns the record with secret texts masked, as in messages and rejects.
    func masked(by secrets: SecretValues) -> RunRecord {
        func masked(_ text: String) -> String { AddressMask.masked(in: secrets.masked(text)) }
        var record = self
        record.failure = failure.map(masked)
        record.notes = notes.map(masked)
        record.warnings = warnings.map(masked)
        record.reasons = reasons.map { $0.masked(by: secrets) }
        record.hosts = hosts.map {
            RequestGroup(
                step: $0.step, host: masked($0.host), requests: $0.requests, failed: $0.failed, fromCache: $0.fromCache, bytes: $0.bytes,
                seconds: Decimals.rounded($0.seconds, places: 3), secondsWaited: Decimals.rounded($0.secondsWaited, places: 3))
        }
        record.outputs = outputs.map {
            OutputRecord(place: $0.place, path: masked($0.path), result: $0.result, written: $0.written, unchanged: $0.unchanged)
        }
        return record
    }
}

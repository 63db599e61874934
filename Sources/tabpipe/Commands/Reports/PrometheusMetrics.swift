internal import HTTP
internal import HTTPReading
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The numbers of runs in the text format of Prometheus, for the textfile collector of its node exporter. All are gauges: each run replaces
/// them, and a counter may only grow.
///
/// - SeeAlso: [Exposition formats](https://prometheus.io/docs/instrumenting/exposition_formats/)
struct PrometheusMetrics {
    /// The value of a series, with its labels.
    private typealias Sample = (labels: [(String, String)], value: String)

    private let runs: [RunFacts]

    /// Of several runs with the same file and name, only the last one counts, because a series has one value.
    init(_ runs: [RunFacts]) {
        self.runs = runs.indices.filter { index in
            !runs[(index + 1)...].contains { $0.file == runs[index].file && $0.pipeline == runs[index].pipeline }
        }
        .map { runs[$0] }
    }

    var text: String {
        [
            family("records", "gauge", "Records of the last run, by result.") { run in
                run.counts.named.map { ([("result", $0.name)], "\($0.count)") }
            },
            family("step_records", "gauge", "Records at a step of the last run, by result.") { run in
                run.steps.flatMap { step in
                    step.results.map { ([("step", step.path), ("type", step.type), ("result", $0.key)], "\($0.count)") }
                }
            },
            family("step_seconds", "gauge", "Time of workers in a step of the last run.") { run in
                run.steps.map { ([("step", $0.path), ("type", $0.type)], number($0.seconds)) }
            },
            family("run_seconds", "gauge", "Duration of the last run.") { [([], number($0.seconds))] },
            family("run_end_timestamp_seconds", "gauge", "End of the last run, in seconds since 1970.") {
                [([], number(FixedDecimals.rounded($0.end.timeIntervalSince1970, places: 3)))]
            },
            family("run_exit_code", "gauge", "Exit code of the last run: 0 for success.") { [([], "\($0.exitCode)")] },
            family("run_peak_memory_bytes", "gauge", "Largest amount of memory of the process so far.") { [([], "\($0.peakMemory)")] },
            family("requests", "gauge", "Requests that the last run sent.") { [([], "\($0.network.requests)")] },
            family("request_retries", "gauge", "Attempts of the last run after a failed one.") { [([], "\($0.network.retries)")] },
            family("cached_responses", "gauge", "Responses that a cache gave in the last run.") {
                [([], "\($0.network.fromCache)")]
            },
            family("received_bytes", "gauge", "Bytes of bodies in the last run, after decompression.") {
                [([], "\($0.network.bytes)")]
            },
            family("waited_seconds", "gauge", "Time of the last run in waits for rate limits and between attempts.") {
                [([], number($0.secondsWaited))]
            },
        ].joined()
    }

    private func family(_ name: String, _ type: String, _ help: String, _ samples: (RunFacts) -> [Sample]) -> String {
        let name = "tabpipe_\(name)"
        let lines = runs.flatMap { run in
            samples(run).map { sample in
                let labels = [("pipeline", run.pipeline), ("file", run.file)] + sample.labels
                return "\(name){\(labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ","))} \(sample.value)\n"
            }
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" + lines.joined()
    }

    private func number(_ value: Double) -> String { "\(value)" }

    /// The value of a label, with a backslash before backslashes and quotes, and with `\n` for a line feed.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

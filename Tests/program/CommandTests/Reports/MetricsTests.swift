import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Metrics of a run") struct MetricsTests {
    private static func metrics(_ name: String = "p") async throws -> String {
        let folder = try ScratchFolder()
        try folder.write(#"{"name":\#(name.debugDescription),"# + ReportTests.pipeline.dropFirst(), to: "p.json")
        try folder.write(ReportTests.input, to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json", "--metrics", "m.prom", "--quiet"], in: folder.url)
        #expect(outcome.code == 1, "\(outcome.messages)")
        return try folder.read("m.prom")
    }

    @Test("have help, type, labels and values") func content() async throws {
        let text = try await Self.metrics()
        let lines = text.split(separator: "\n").map(String.init)
        #expect(text.hasSuffix("\n"))
        for line in [
            "# HELP tabpipe_records Records of the last run, by result.", "# TYPE tabpipe_records gauge",
            #"tabpipe_records{pipeline="p",file="p.json",result="read"} 5"#,
            #"tabpipe_records{pipeline="p",file="p.json",result="rejected"} 2"#,
            #"tabpipe_step_records{pipeline="p",file="p.json",step="stages[0]",type="filter",result="in"} 5"#,
            #"tabpipe_step_records{pipeline="p",file="p.json",step="stages[0]",type="filter",result="filtered"} 1"#,
            "# TYPE tabpipe_run_exit_code gauge", #"tabpipe_run_exit_code{pipeline="p",file="p.json"} 1"#,
            #"tabpipe_requests{pipeline="p",file="p.json"} 0"#,
        ] { #expect(lines.contains(line), "\(line)") }
        let names = lines.filter { $0.hasPrefix("# TYPE") }.map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.hasPrefix("tabpipe_") })
    }

    @Test("escape their labels") func escaped() async throws {
        #expect(try await Self.metrics(#"a"b\c"#).contains(#"{pipeline="a\"b\\c",file="p.json"} "#))
    }

    /// The Python with the package prometheus_client; nil without one.
    private static let python = ProcessInfo.processInfo.environment["TABPIPE_METRICS_PYTHON"]

    @Test(
        "are read by Prometheus' own library",
        .needs(python != nil, "needs a Python with prometheus_client (PyPI), named by TABPIPE_METRICS_PYTHON"))
    func library() async throws {
        let script = """
            import sys
            from prometheus_client.parser import text_string_to_metric_families as families
            for family in families(sys.stdin.read()):
                for sample in family.samples:
                    print(family.type, sample.name, sample.labels['pipeline'], float(sample.value))
            """
        let outcome = try await Program.run(#require(Self.python), ["-c", script], input: try await Self.metrics(#"a"b\c"#))
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.output.contains(#"gauge tabpipe_records a"b\c 5.0"#), "\(outcome.output)")
        #expect(outcome.output.contains(#"gauge tabpipe_run_exit_code a"b\c 1.0"#))
    }
}

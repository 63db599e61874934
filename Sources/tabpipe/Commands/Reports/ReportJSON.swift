internal import JSONParsing
internal import Pipeline

/// The JSON report of all runs of a command.
enum ReportJSON {
    static func text(of runs: [RunRecord]) -> String {
        let report: JSONObject = [
            "tabpipe": .string(ProgramVersion.text), "exit_code": .number(JSONNumber(runs.map(\.exitCode).max() ?? 0)),
            "runs": .array(runs.map { .object($0.json) }),
        ]
        return JSONValue.object(report).indentedText
    }
}

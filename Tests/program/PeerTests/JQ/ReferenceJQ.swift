import Foundation
import JSONParsing
import TestSupport

/// jq 1.8 as the Python package `jq` embeds it. `TABPIPE_JQ_PYTHON` names the Python that has the package; without it, `python3` is tried.
enum ReferenceJQ {
    /// What a program gave: its outputs as jq writes them, and the error that ended them.
    struct Answer {
        let outputs: [String]
        let error: String?

        /// Messages need not be equal.
        func isLike(_ other: Answer) -> Bool { outputs == other.outputs && (error == nil) == (other.error == nil) }
    }

    /// A program that takes longer ends the process: the alarm kills it, and its answer and those behind it are missing.
    private static let script = """
        import json, jq, signal, sys
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        for line in open(sys.argv[1], encoding="utf-8"):
            case, outputs, error = json.loads(line), [], None
            signal.alarm(20)
            try:
                jq.compile(case["program"])
                for output in jq.compile("(" + case["program"] + "\\n) | tojson").input_text(case["input"]):
                    outputs.append(output)
                    if len(outputs) > 2000: break
            except ValueError as failure:
                error = str(failure)
            print(json.dumps({"outputs": outputs, "error": error}), flush=True)
        """

    private static let python = InstalledProgram.python("TABPIPE_JQ_PYTHON")

    /// Whether the package is there.
    static let isHere = InstalledProgram.hasPythonModule("jq", variable: "TABPIPE_JQ_PYTHON")

    /// The answers to programs, each on its input, in order.
    static func answers(to cases: [(program: String, input: String)]) async throws -> [Answer] {
        let folder = try ScratchFolder()
        let lines = cases.map { JSONValue.object(["program": .string($0.program), "input": .string($0.input)]).compactText + "\n" }
        let requests = try folder.write(lines.joined(), to: "requests")
        let output = try folder.write("", to: "answers")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        let process = try ChildProcess("/usr/bin/env", [python, "-c", script, requests]) { process in
            process.standardOutput = file
            process.standardError = FileHandle.nullDevice
            return [file]
        }
        _ = await process.exit()
        return try String(decoding: Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self).split(separator: "\n").map { line in
            let answer = try JSONValue(parsing: String(line))
            return Answer(
                outputs: try answer.member("outputs")?.array?.compactMap(\.string) ?? [], error: try answer.member("error")?.string)
        }
    }
}

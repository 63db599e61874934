internal import JSONParsing
public import Pipeline

/// The stage `exec`: a program changes the records.
public struct ExecStage: StreamStage {
    /// The `type` in pipeline files.
    public static let name = "exec"
    /// One sentence for `list` and `describe`.
    public static let summary = "Sends records through a program of any language, as lines of JSON. Runs need --allow-exec."
    /// A step to copy.
    public static let example = #"{ "type": "exec", "command": ["jq", "--unbuffered", "-rc", ".title |= ascii_upcase"] }"#

    /// How many programs the stage runs: one for each worker, or one for the run.
    private enum Count: String, CaseIterable { case worker, run }

    let settings: ProgramSettings
    let timeouts: LineTimeouts
    let idle: Duration
    let restarts: Int
    let window: Int
    private let count: Count

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        options.describe(guide: PlugInExamples.text)
        settings = ProgramSettings(options: &options)
        let count = options.readIfPresent(
            "per", .choice(of: Count.self),
            help:
                "worker (default): a program for each worker, for programs that treat each record alone. run: one program, which gets all "
                + "records in order; envelope needs that.")
        self.count = settings.style == .envelope ? .run : count ?? .worker
        if settings.style == .envelope, count == .worker {
            options.report("with the protocol \"envelope\", one program gets all records", option: "per")
        }
        timeouts = LineTimeouts(
            start: ProgramSettings.startTimeout(&options),
            record: ProgramSettings.seconds(
                &options, "record_timeout_seconds", default: 60,
                help:
                    "lines: the longest time for one record, from the answer to the record before it. Then the program gets the end of its "
                    + "input, and is stopped two seconds later."))
        idle = ProgramSettings.idleTimeout(
            &options, help: "envelope: the longest time in which the program reads nothing, or does not end after the end of its input.")
        window = options.read(
            "records_in_flight", .integer(1...100_000), default: 256,
            help: "lines: the largest number of records that wait for their answers. A crash of the program rejects these records.")
        restarts =
            options.readIfPresent(
                "restarts", .integer(0...1_000_000),
                help: "lines: how often each program is started again after it has ended early: 3 by default, 0 with \"per\": \"run\".")
            ?? (self.count == .run ? 0 : 3)
    }

    /// With a program for each worker, a record may go to any of them. Otherwise one program gets all records.
    public var partition: StagePartition { count == .worker ? .eachRecord : .allRecords }

    /// The program, which `check` looks for, and how the stage works, for `explain`.
    public var hooks: Hooks {
        let way = count == .run ? "one program gets all records, in order" : "each worker has a program of its own"
        return Hooks(programs: [settings.program], explanation: [way]) { [settings] _ in try settings.check() }
    }

    /// Sends records through the program.
    public func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        let command = try settings.command()
        switch settings.style {
        case .lines: try await runLines(command, count: count == .run ? 1 : max(1, output.parallelism), input, into: &output)
        case .envelope: try await runEnvelope(command, input, into: &output)
        }
    }

    /// The failure of a run.
    static func failure(_ reason: String) -> PipelineFailure { PipelineFailure(.badData, "exec: \(reason)") }
}

/// The result of waiting for the next records of a stage. A failure is a value, because the answers to earlier records still go on.
enum InputBatch: Sendable {
    case records([Record])
    case end
    /// The input has failed. Records before the failure go on.
    case failed(any Error)

    /// Waits for the next batch.
    ///
    /// - Throws: `CancellationError`.
    init(nextOf input: Batches<Record>) async throws {
        do {
            var iterator = input.makeAsyncIterator()
            self = try await iterator.next().map { .records($0) } ?? .end
        } catch let error where !(error is CancellationError) {
            self = .failed(error)
        }
    }
}

/// Complete plug-ins for `describe`. A test runs each of them.
enum PlugInExamples {
    static let python = #"""
        # shout.py: { "type": "exec", "command": ["python3", "-u", "shout.py"] }
        import json, sys

        for line in sys.stdin:
            record = json.loads(line)
            record["title"] = record["title"].upper()
            print(json.dumps(record) if record["title"] else "")
        """#

    static let javascript = #"""
        // shout.mjs: { "type": "exec", "command": ["node", "shout.mjs"] }
        import { createInterface } from "node:readline";

        for await (const line of createInterface({ input: process.stdin })) {
          const record = JSON.parse(line);
          record.title = record.title.toUpperCase();
          process.stdout.write((record.title ? JSON.stringify(record) : "") + "\n");
        }
        """#

    static let shell = #"""
        # shout.sh: { "type": "exec", "command": ["sh", "shout.sh"] }
        exec jq --unbuffered -rc '.title |= ascii_upcase | if .title == "" then "" else . end'
        """#

    /// The plug-ins for `describe`, with the rules of the protocol.
    static let text = """
        A plug-in reads a line of JSON, and answers it with one line, in order; an empty line drops the record. It has to flush its output
        after each line, and to end at the end of its input. It gets the variables of "env" and PATH, and no shell. docs/exec.md has the rest.

        \(python)

        \(javascript)

        \(shell)
        """
}

internal import JSONParsing
public import Pipeline
internal import ProgramRunning

/// The source `exec`: a program writes the records.
public struct ExecSource: Source {
    /// The `type` in pipeline files.
    public static let name = "exec"
    /// One sentence for `list` and `describe`.
    public static let summary = "Reads the lines of JSON that a program of any language writes. Runs need --allow-exec."
    /// A step to copy.
    public static let example = #"{ "type": "exec", "command": ["python3", "-u", "list_items.py"] }"#

    private let settings: ProgramSettings
    private let start: Duration
    private let idle: Duration

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        settings = ProgramSettings(options: &options)
        start = ProgramSettings.startTimeout(&options)
        idle = ProgramSettings.idleTimeout(
            &options, help: "The longest time between two lines, and from the last line to the end of the program.")
    }

    /// The program, which `check` looks for.
    public var hooks: Hooks { Hooks(programs: [settings.program]) { [settings] _ in try settings.check() } }

    /// Each run sends all records.
    public var continuation: SourceContinuation { .none }

    /// Sends all records of the program.
    public func run(into output: inout RecordWriter) async throws {
        let name = settings.program.name
        let dialog = StreamDialog(name: name, role: .source, style: settings.style, start: start, idle: idle)
        try await withProgram(try settings.command(), dialog) { loop in
            while true {
                let events = await loop.events()
                if events.isEmpty { throw CancellationError() }
                var records: [Record] = []
                for event in events {
                    switch event {
                    case .answer(.value(let value)): records.append(Record(value, origin: Origin(source: name)))
                    case .answer(.refused(let content, let reason, _)):
                        try await output.send(contentsOf: records)
                        records = []
                        try await output.refuse(RefusedInput(content ?? .null, because: reason, origin: Origin(source: name)))
                    case .answer(.taken): break
                    case .message(let text): output.warn(text, at: settings.origin)
                    case .answer(.cannotStart(let reason)): throw PipelineFailure(.inputMissing, "exec: \(reason)")
                    case .answer(.over(let reason)):
                        try await output.send(contentsOf: records)
                        if let reason { throw PipelineFailure(.inputMissing, "exec: \(reason)") }
                        return
                    }
                }
                try await output.send(contentsOf: records)
            }
        }
    }
}

internal import JSONParsing
public import Pipeline
internal import ProgramRunning
internal import Synchronization

/// The sink `exec`: a program gets the records.
public struct ExecSink: Sink {
    /// The `type` in pipeline files.
    public static let name = "exec"
    /// One sentence for `list` and `describe`.
    public static let summary = "Writes each record as a line of JSON to a program of any language. Runs need --allow-exec."
    /// A step to copy.
    public static let example = #"{ "type": "exec", "command": ["python3", "load.py", "--table", "items"] }"#

    /// Standard error of the last run's program. A class, because all copies of the sink share it.
    private final class CapturedErrors: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// The number of lines of standard error that a run shows.
    private static let maxMessages = 10
    private let settings: ProgramSettings
    private let idle: Duration
    private let errors = CapturedErrors()

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        settings = ProgramSettings(options: &options)
        idle = ProgramSettings.idleTimeout(
            &options, help: "The longest time in which the program reads nothing, or does not end after the end of its input.")
    }

    /// The program, which `check` looks for, and what it has written to standard error.
    public var hooks: Hooks {
        Hooks(programs: [settings.program], closingWarnings: messages) { [settings] _ in try settings.check() }
    }

    /// The program gets the end of its input only if the run succeeds, and decides what becomes of earlier records.
    public var traits: SinkTraits { SinkTraits(appearsWhole: true, update: .keep) }

    private var messages: [String] {
        errors.lines.withLock { lines in
            lines.prefix(Self.maxMessages).map { "\(settings.program.name): \($0)" }
                + (lines.count > Self.maxMessages ? ["\(settings.program.name): \(lines.count - Self.maxMessages) more lines"] : [])
        }
    }

    /// Takes every document.
    public var admission: Admission<[UInt8]> { .all }

    /// The record as a line.
    public func render(_ record: Record, in context: RunContext) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.writeLine(record)
        return writer.bytes
    }

    /// Sends all records. The program gets the end of its input at the commit point, and has to succeed.
    public func write(_ documents: Batches<[UInt8]>) async throws {
        let style = settings.style
        errors.lines.withLock { $0 = [] }
        let dialog = StreamDialog(name: settings.program.name, role: .sink, style: style, start: idle, idle: idle)
        try await withProgram(try settings.command(hasOutput: style == .envelope), dialog) { loop in
            var waiting = 0
            for try await batch in documents {
                waiting += batch.count
                let bytes = Array(batch.joined())
                loop.tell { $0.add(bytes, lines: batch.count) }
                if let events = loop.pendingEvents() { waiting -= try take(events).taken }
                while waiting > StreamDialog.maxUnsentRecords { waiting -= try take(await loop.events()).taken }
            }
            // A program that has failed by now keeps all outputs as they are.
            if let events = loop.pendingEvents() { _ = try take(events) }
            try await documents.commitPoint()
            loop.tell { $0.finish() }
            while !(try take(await loop.events()).isOver) {}
        }
    }

    /// Handles the events of the program.
    ///
    /// - Returns: The number of further records on their way, and whether the program has ended well.
    private func take(_ events: [ProgramEvent<StreamDialog.Answer>]) throws -> (taken: Int, isOver: Bool) {
        if events.isEmpty { throw CancellationError() }
        var taken = 0
        var isOver = false
        for event in events {
            switch event {
            case .answer(.taken(let lines)): taken += lines
            case .answer(.over(let reason)):
                if let reason { throw PipelineFailure(.cannotWrite, "exec: \(reason)") }
                isOver = true
            case .answer(.cannotStart(let reason)): throw PipelineFailure(.inputMissing, "exec: \(reason)")
            case .answer(.value), .answer(.refused): break
            case .message(let text): errors.lines.withLock { if $0.count < StandardErrorLines.maxLines { $0.append(text) } }
            }
        }
        return (taken, isOver)
    }
}

internal import JSONParsing
internal import Pipeline
internal import ProgramRunning

extension ExecStage {
    private enum Event: Sendable {
        case input(InputBatch)
        case program([ProgramEvent<StreamDialog.Answer>])
    }

    /// Sends all records through one program. Its records go on as they come; a record that it makes has no origin of the input.
    func runEnvelope(_ command: ProgramCommand, _ input: Batches<Record>, into output: inout RecordWriter) async throws {
        let name = settings.program.name
        let dialog = StreamDialog(name: name, role: .stage, style: .envelope, start: timeouts.start, idle: idle)
        try await withProgram(command, dialog) { loop in
            var origins = RecentOrigins()
            var failure: (any Error)?
            var made = 0
            try await withThrowingTaskGroup(of: Event.self) { group in
                var waiting = 0
                var isReading = false
                var isInputOpen = true
                group.addTask { .program(await loop.events()) }
                while true {
                    if isInputOpen, !isReading, waiting < StreamDialog.maxUnsentRecords {
                        isReading = true
                        group.addTask { .input(try await InputBatch(nextOf: input)) }
                    }
                    guard let event = try await group.next() else { break }
                    switch event {
                    case .input(.records(let batch)):
                        isReading = false
                        var writer = JSONWriter()
                        for record in batch {
                            writer.writeLine(record)
                            origins.append(record.origin)
                        }
                        waiting += batch.count
                        loop.tell { $0.add(writer.bytes, lines: batch.count) }
                    case .input(let last):
                        isInputOpen = false
                        if case .failed(let error) = last { failure = error }
                        loop.tell { $0.finish() }
                    case .program(let events):
                        var records: [Record] = []
                        for event in events {
                            switch event {
                            case .answer(.value(let value)):
                                made += 1
                                records.append(Record(value, origin: Origin(source: name, item: made)))
                            case .answer(.refused(let content, let reason, let line)):
                                try await output.send(contentsOf: records)
                                records = []
                                let origin = line.flatMap { origins[$0] } ?? Origin(source: name, line: line)
                                try await output.refuse(RefusedInput(content ?? .null, because: reason, origin: origin))
                            case .answer(.taken(let lines)): waiting -= lines
                            case .answer(.over(let reason)): if let reason { throw Self.failure(reason) }
                            case .answer(.cannotStart(let reason)): throw PipelineFailure(.inputMissing, "exec: \(reason)")
                            case .message(let text): output.warn(text, at: settings.origin)
                            }
                        }
                        try await output.send(contentsOf: records)
                        if !events.isEmpty { group.addTask { .program(await loop.events()) } }
                    }
                }
            }
            if let failure { throw failure }
        }
    }
}

/// The origins of the last lines that were sent, by the number of the line.
private struct RecentOrigins {
    /// The greatest number of lines between a record and its reject.
    private static let capacity = 1 << 16

    private var origins: [Origin] = []
    private var count = 0

    mutating func append(_ origin: Origin) {
        if origins.count < Self.capacity { origins.append(origin) } else { origins[count % Self.capacity] = origin }
        count += 1
    }

    /// The origin of a line, counted from 1; nil for lines that were not sent or are too far back.
    subscript(line: Int) -> Origin? {
        line >= 1 && line <= count && line > count - Self.capacity ? origins[(line - 1) % Self.capacity] : nil
    }
}

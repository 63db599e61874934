internal import JSONParsing
internal import Pipeline
internal import ProgramRunning

extension ExecStage {
    private enum Event: Sendable {
        case input(InputBatch)
        case program(Int, [ProgramEvent<LineDialog.Answer>])
    }

    /// Sends batches to several programs, and the answers on in the order of the records.
    func runLines(
        _ command: ProgramCommand, count: Int, _ input: Batches<Record>, into output: inout RecordWriter
    ) async throws {
        var queue = AnswerQueue()
        var failure: (any Error)?
        try await withThrowingTaskGroup(of: Event.self) { group in
            var loops: [ProgramLoop<LineDialog>] = []
            var isReading = false
            var isInputOpen = true
            while true {
                if isInputOpen, !isReading, queue.hasRoom(for: count) {
                    isReading = true
                    group.addTask { .input(try await InputBatch(nextOf: input)) }
                }
                guard let event = try await group.next() else { break }
                switch event {
                case .input(.records(let batch)):
                    isReading = false
                    let index = queue.add(batch, maxPrograms: count)
                    if index == loops.count {
                        let dialog = LineDialog(name: settings.program.name, window: window, restarts: restarts, timeouts: timeouts)
                        let loop = try ProgramLoop(command, dialog)
                        loops.append(loop)
                        group.addTask { .program(index, await loop.events()) }
                    }
                    let (bytes, ends) = Self.lines(of: batch)
                    loops[index].tell { $0.add(bytes, ends: ends) }
                case .input(let last):
                    isInputOpen = false
                    if case .failed(let error) = last { failure = error }
                    for loop in loops { loop.tell { $0.finish() } }
                case .program(let index, let events):
                    try await take(events, of: index, from: &queue, into: &output)
                    if !events.isEmpty { group.addTask { [loop = loops[index]] in .program(index, await loop.events()) } }
                }
            }
        }
        if let failure { throw failure }
    }

    /// The records as lines, and the offset after each line.
    private static func lines(of records: [Record]) -> (bytes: [UInt8], ends: [Int]) {
        var writer = JSONWriter()
        let ends = records.map { record in
            writer.writeLine(record)
            return writer.bytes.count
        }
        return (writer.bytes, ends)
    }

    /// Notes the answers of a program, and sends the outcomes that are complete downstream, in order.
    private func take(
        _ events: [ProgramEvent<LineDialog.Answer>], of program: Int, from queue: inout AnswerQueue, into output: inout RecordWriter
    ) async throws {
        for event in events {
            switch event {
            case .answer(.value(let value)): queue.answer(of: program) { .kept($0.replacingValue(value)) }
            case .answer(.dropped): queue.answer(of: program) { _ in .dropped }
            case .answer(.failed(let reason)): queue.answer(of: program) { .failed($0, reason) }
            case .answer(.remark(let text)), .message(let text): output.warn(text, at: queue.origin(of: program) ?? settings.origin)
            case .answer(.over(let reason)): if let reason { throw Self.failure(reason) }
            case .answer(.cannotStart(let reason)): throw PipelineFailure(.inputMissing, "exec: \(reason)")
            }
        }
        for outcome in queue.takeReady() {
            switch outcome {
            case .kept(let records): try await output.send(contentsOf: records)
            case .failed(let record, let reason): try await output.refuse(record, because: RecordError(reason))
            }
        }
    }
}

extension Record {
    /// The record with another value, from the same place.
    fileprivate func replacingValue(_ value: JSONValue) -> Record {
        var record = self
        record.value = value
        return record
    }
}

internal import JSONParsing
internal import Pipeline

extension JSONSource {
    /// Reads JSON Lines and rejects lines that are not valid JSON.
    func runLines(into output: inout RecordWriter) async throws {
        var input = try await documents.open(from, for: output, decoding, .json)
        let source = from.shown
        let program = items.leadingPath.map(\.rest) ?? items
        // Rejected lines count as items, too, so the engine numbers the items.
        var collector = ItemCollector(input.origin, lastKeyWins: lastKeyWins, numbersItems: false)
        var splitter = LineSplitter(maxLineBytes: limits.maxValueBytes)
        var isFirst = true
        var isAtStart = true
        while true {
            let chunk = try await input.read()
            var start = 0
            if isFirst, !chunk.isEmpty {
                do throws(JSONError) {
                    start = try ByteOrderMark.lengthToSkip(in: chunk)
                } catch {
                    throw failure(error)
                }
                splitter = LineSplitter(maxLineBytes: limits.maxValueBytes, offset: start)
                isFirst = false
            }
            var refused: [(records: Int, input: RefusedInput)] = []
            // A chunk that held only the byte order mark is not the end of the input.
            if chunk.isEmpty || start < chunk.count {
                splitter.feed(chunk[start...]) { line in
                    guard let input = refusal(of: line, source: source, into: &collector) else { return }
                    refused.append((collector.pendingCount, input))
                }
            }
            // Send in the order of the lines: the valid ones in front of a rejected one, then the rejected one.
            var rest = collector.take()[...]
            if isAtStart { warn(ofArray: rest.first, output) }
            isAtStart = isAtStart && rest.isEmpty
            var sent = 0
            for (count, input) in refused {
                try await send(Array(rest.prefix(count - sent)), through: program, into: &output)
                rest = rest.dropFirst(count - sent)
                sent = count
                try await output.refuse(input)
            }
            try await send(Array(rest), through: program, into: &output)
            if chunk.isEmpty {
                input.warnOfBadBytes(output, of: from)
                input.warnOfEnd(output, of: from)
                return
            }
        }
    }

    /// Reads a line into the collector.
    ///
    /// - Returns: The rejected line, if it is not valid JSON; otherwise nil.
    private func refusal(of line: LineSplitter.Line, source: String, into collector: inout ItemCollector) -> RefusedInput? {
        guard line.bytes.contains(where: { $0 > 0x20 }) else { return nil }
        let count = collector.pendingCount
        var reader = JSONItemReader(path: items.leadingPath?.steps ?? [], limits: limits)
        collector.line = line.number
        collector.start = line.offset
        do throws(JSONError) {
            if line.isTooLong { throw JSONError(.tooLarge(limit: limits.maxValueBytes), offset: 0) }
            try reader.feed(line.bytes.span, into: &collector)
            try reader.finish(into: &collector)
            return nil
        } catch {
            collector.forget(after: count)
            let text = String(decoding: line.bytes, as: UTF8.self)
            let origin = Origin(source: source, line: line.number, byteOffset: line.offset)
            return RefusedInput(
                .string(text), because: "byte \(error.offset) of the line: \(message(error, in: line.bytes))", origin: origin)
        }
    }
}

internal import JSONParsing
internal import Pipeline

extension JSONSource {
    /// Reads JSON Lines one by one: a line that is no JSON is set aside, and the others go on.
    func runLines(into output: inout RecordWriter) async throws {
        let input = try await RemoteInput.open(from)
        let source = RemoteInput.displayName(from)
        let program = items.leadingPath.map(\.rest) ?? items
        var collector = ItemCollector(source: source, lastKeyWins: lastKeyWins)
        var splitter = LineSplitter(maxLineBytes: limits.maxValueBytes)
        var isFirst = true
        while true {
            let chunk = try await input.read()
            var start = 0
            if isFirst, !chunk.isEmpty {
                do throws(JSONError) {
                    start = try ByteOrderMark.lengthToSkip(in: chunk)
                } catch {
                    throw PipelineFailure(.badData, "\(source.printable): \(error.message.printable)")
                }
                isFirst = false
            }
            var refused: [(records: Int, input: RefusedInput)] = []
            splitter.feed(chunk[start...]) { line in
                if let input = refusal(of: line, source: source, into: &collector) { refused.append((collector.pendingCount, input)) }
            }
            // In the order of the lines: the good ones in front of a bad one, then that one.
            var rest = collector.take()[...]
            var sent = 0
            for (count, input) in refused {
                try await Self.send(Array(rest.prefix(count - sent)), through: program, into: &output)
                rest = rest.dropFirst(count - sent)
                sent = count
                try await output.refuse(input)
            }
            try await Self.send(Array(rest), through: program, into: &output)
            if chunk.isEmpty { return }
        }
    }

    /// Reads a line.
    ///
    /// - Returns: What is wrong with it; nil if its items are in the collector.
    private func refusal(of line: LineSplitter.Line, source: String, into collector: inout ItemCollector) -> RefusedInput? {
        guard line.bytes.contains(where: { $0 > 0x20 }) else { return nil }
        let count = collector.pendingCount
        var reader = JSONItemReader(path: items.leadingPath?.steps ?? [], limits: limits)
        collector.line = (line.number, line.offset)
        do throws(JSONError) {
            if line.isTooLong { throw JSONError(.tooLarge(limit: limits.maxValueBytes), offset: 0) }
            try reader.feed(line.bytes.span, into: &collector)
            try reader.finish(into: &collector)
            return nil
        } catch {
            collector.forget(after: count)
            let text = String(decoding: line.bytes, as: UTF8.self)
            let origin = Origin(source: source, line: line.number, byteOffset: line.offset)
            return RefusedInput(.string(text), because: "byte \(error.offset) of the line: \(error.message)", origin: origin)
        }
    }
}

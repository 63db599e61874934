internal import JSONParsing
internal import Pipeline

extension JSONSource {
    /// The longest input, in bytes, that is read again to suggest a key.
    private static let maxBytesReadAgain = 64 << 20

    /// Returns the failure for a JSON error, with its line and the suggestion of a key.
    ///
    /// The lines of a file are counted here and not while reading, because most runs do not need them.
    ///
    /// - Parameters:
    ///   - fault: The error.
    ///   - chunk: The chunk with the error; nil for an error at the end of the input.
    ///   - progress: The state of the reading before the chunk.
    ///   - context: The context of the run.
    func failure(_ fault: JSONError, in chunk: InputChunk?, _ progress: Progress, _ context: RunContext) async -> PipelineFailure {
        let line = if let lines = progress.lines { lines.line(of: fault, in: chunk) } else { await lineInFile(of: fault.offset) }
        if progress.isAtStart, let page = chunk.flatMap({ UnexpectedMarkup($0.bytes, secrets: context.secrets) }) {
            return PipelineFailure(.badData, "\(from.shown.printable): \(page.phrase(isResponse: isAddress))")
        }
        let hint = await nearMiss(fault, start: progress.isAtStart ? chunk.map { Array($0.buffer[..<$0.range.upperBound]) } : nil)
        let place = (line.map { "line \($0), " } ?? "") + "byte \(fault.offset)"
        return PipelineFailure(.badData, "\(from.shown.printable): \(place): \(message(fault, in: chunk?.bytes).printable)\(hint)")
    }

    /// Whether the input is a file that can be read again.
    var isFile: Bool {
        if case .file(let path) = from { FilePath.kind(of: path.value) == .regular } else { false }
    }

    private var isAddress: Bool {
        if case .web = from { true } else { false }
    }

    /// Opens the input file again. It uses an empty context, so that the run does not count the bytes twice.
    private func openAgain() async throws -> InputReader {
        try await InputReader(from, with: nil, in: RunContext(), showsProgress: false, decoding: (decoding, .json))
    }

    /// The content of the input; nil if it cannot be read again, or is too long.
    private func readAgain() async -> [UInt8]? {
        guard isFile, var input = try? await openAgain() else { return nil }
        return try? await input.readAll(limit: Self.maxBytesReadAgain)
    }

    private func lineInFile(of offset: Int) async -> Int? {
        guard isFile, var input = try? await openAgain() else { return nil }
        var lines = LineCounter()
        while let chunk = try? await input.read() {
            if chunk.isEmpty || lines.bytes + chunk.count > offset { return lines.line(of: offset, in: InputChunk(chunk)) }
            lines.add(InputChunk(chunk))
        }
        return nil
    }

    /// Suggests a key if the path to the items names a missing one: the most similar key of the object, or else all its keys.
    ///
    /// - Parameters:
    ///   - fault: The error.
    ///   - start: The beginning of the input, if it is in memory; otherwise a file is read again.
    private func nearMiss(_ fault: JSONError, start: [UInt8]?) async -> String {
        guard !items.isSecret, case .missing(let path) = fault.reason, let steps = items.leadingPath?.steps,
            let depth = steps.indices.first(where: { JSONPathStep.text(of: steps[...$0]) == path }),
            case .key(let wanted, _) = steps[depth],
            let bytes = if let start { start } else { await readAgain() },
            let mark = try? ByteOrderMark.lengthToSkip(in: bytes), mark <= fault.offset
        else { return "" }
        // The error is at the end of the object that lacks the key. That object is the last item of the path up to there.
        var reader = JSONItemReader(path: Array(steps[..<depth]), limits: limits)
        var objects = ItemCollector(Origin(), lastKeyWins: true)
        let head = bytes[mark..<min(bytes.count, fault.offset + 1)]
        try? reader.feed(head.span, into: &objects)
        let keys = (try? objects.take().last?.object().keys).map { Array($0) } ?? []
        return MissingKeyHint.text(for: wanted, in: keys)
    }
}

extension LineCounter {
    /// The line of an error; nil if an item that is too long began in an earlier chunk, whose lines are already counted.
    fileprivate func line(of fault: JSONError, in chunk: InputChunk?) -> Int? {
        if case .tooLarge = fault.reason, fault.offset < bytes { return nil }
        return line(of: fault.offset, in: chunk)
    }
}

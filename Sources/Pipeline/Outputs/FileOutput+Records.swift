// Files of records, which a run replaces, appends to or merges with its own.
extension FileOutput {
    /// Returns the key of a record. Call this in ``Sink/render(_:)``, so that workers compute keys, and return the key in the closure of
    /// ``fill(from:as:_:)``.
    ///
    /// - Returns: nil in other modes than `merge`.
    /// - Throws: ``RecordError`` for a record without a key; the error of the program.
    public func key(of record: Record) throws -> RecordKey? {
        guard let program = fileUpdate.key else { return nil }
        if let key = try program.first(record).flatMap({ try RecordKey($0) }) { return key }
        throw RecordError("the key \(program.source.printable) is null or missing, and a record is merged by its key")
    }

    /// Writes all documents in the mode of the sink, and renames the file to its path once all sinks of the run are ready.
    ///
    ///     func render(_ record: Record) throws -> Line { Line(text: try record.string("text"), key: try output.key(of: record)) }
    ///
    ///     func write(_ lines: Batches<Line>) async throws {
    ///         try await output.fill(from: lines, as: format) { line, bytes in
    ///             bytes += "\(line.text)\n".utf8
    ///             return line.key
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - format: The format of the file.
    ///   - append: Appends the bytes of a document, with the end of its record, and returns ``key(of:)``.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written, or if the earlier file has a fault; the error of `append`.
    public func fill<Document>(
        from documents: Batches<Document>, as format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        switch fileUpdate.mode {
        case .replace: try await replace(documents, format, append)
        case .append: try await addRecords(documents, format, append)
        case .merge: try await merge(documents, format, append)
        }
    }

    /// Writes a new file.
    private func replace<Document>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        var file = try await OutputFile.open(output)
        var count = 0
        var bytes: [UInt8] = []
        for try await batch in documents {
            if count == 0 { bytes = format.header }
            try await write(batch, through: &bytes, to: &file, append)
            count += batch.count
        }
        try await file.write(count == 0 ? format.header : bytes)
        let isUnchanged = try await put(file, inPlaceWith: documents)
        report(count, isUnchanged: isUnchanged)
    }

    /// Writes a batch.
    ///
    /// - Parameter bytes: Receives the bytes that do not fill a block yet.
    private func write<Document>(
        _ batch: [Document], through bytes: inout [UInt8], to file: inout OutputFile,
        _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        for document in batch {
            _ = try append(document, &bytes)
            if bytes.count >= OutputFile.blockBytes { try await file.writeBlocks(of: &bytes) }
        }
        try await file.writeBlocks(of: &bytes)
    }

    /// Appends the documents to the earlier file. Without documents, that file is not touched.
    private func addRecords<Document>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        guard let earlier = try EarlierFile.open(output) else { return try await replace(documents, format, append) }
        var iterator = documents.makeAsyncIterator()
        guard let first = try await iterator.next() else { return try await leaveUnchanged(documents) }
        let end = try await earlier.end(format)
        var file = try await OutputFile.open(output)
        try file.copy(earlier)
        var bytes = format.beginning(behind: end)
        var count = first.count
        try await write(first, through: &bytes, to: &file, append)
        while let batch = try await iterator.next() {
            try await write(batch, through: &bytes, to: &file, append)
            count += batch.count
        }
        try await file.write(bytes)
        _ = try await put(file, inPlaceWith: documents)
        report("\(count.counted("record")) appended", isUnchanged: false)
    }

    private func leaveUnchanged<Document>(_ documents: Batches<Document>) async throws {
        summary.setPrepared(presentContent)
        try await documents.commitPoint()
        OutputPlan.current?.noteUnchangedFile(output.shown)
        report(0, isUnchanged: true)
    }

    /// Merges the documents with the earlier file. Without documents, that file is not touched.
    private func merge<Document>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        var news = try NewRecords(for: output)
        var bytes: [UInt8] = []
        for try await batch in documents {
            for document in batch {
                bytes.removeAll(keepingCapacity: bytes.count <= OutputFile.blockBytes)
                guard let key = try append(document, &bytes) else {
                    throw PipelineFailure(.internalError, "a sink merges records and gives no key")
                }
                try news.add(bytes, key: key)
            }
        }
        let earlier = try EarlierFile.open(output)
        if news.count == 0, earlier != nil { return try await leaveUnchanged(documents) }
        let count = news.supersededCount
        let superseded = count > 0 ? ", \(count.counted("record")) left out for later ones with the same key" : ""
        try news.flush()
        var merge = RecordMerge(news, with: earlier, called: output.shown.printable, format)
        var file = try await OutputFile.open(output)
        try await merge.run(into: &file)
        guard merge.isChanged else {
            summary.setPrepared(presentContent)
            try await documents.commitPoint()
            OutputPlan.current?.noteUnchangedFile(output.shown)
            let records = merge.newCount.counted("record") + superseded
            return report("unchanged, \(records)", isUnchanged: true, planned: records)
        }
        _ = try await put(file, inPlaceWith: documents)
        report(merge.summary + superseded, isUnchanged: false)
    }
}

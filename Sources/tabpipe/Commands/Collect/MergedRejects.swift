internal import Pipeline

/// One file with the rejects of all shards, in their order.
struct MergedRejects {
    let path: String

    /// Checks that the path is no file of a shard, and that an existing file there holds rejected records.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    init(path: String, of records: [ShardEndRecord]) throws {
        self.path = path
        let target = FileUse(.output, path, place: "", range: nil)
        let isOfShard = records.contains { record in
            ([record.path] + record.files).contains { FileUse(.output, $0, place: "", range: nil).isSameFile(as: target) }
        }
        if isOfShard || path.hasSuffix(ShardEndRecord.suffix) {
            throw PipelineFailure(
                .cannotCreate, "\(path.printable) is \(isOfShard ? "a file of a shard" : "the name of an end record"), and is not replaced")
        }
        guard RejectsFile.mayReplace(path) else {
            throw PipelineFailure(.cannotCreate, "\(path.printable) holds something else than rejected records, and is not replaced")
        }
    }

    /// Writes the file.
    ///
    /// - Returns: The number of records in the file.
    /// - Throws: ``PipelineFailure`` if it cannot be written.
    func write(from records: [ShardEndRecord]) async throws -> Int {
        let rejecting = records.compactMap { record in record.rejectsFile.map { (file: $0, count: record.counts.rejected) } }
        guard !rejecting.isEmpty else { return 0 }
        var merged = try await OpenOutput.open(Output(path), in: RunContext())
        var total = 0
        for (file, count) in rejecting {
            guard RejectsFile.mayReplace(file), let opened = try EarlierFile.open(Output(file)) else {
                throw PipelineFailure(.badData, "\(file.printable) holds something else than rejected records")
            }
            var content = try opened.content()
            var lines = 0
            while case let piece = try await content.read(), !piece.isEmpty {
                lines += Lines.count(in: piece.span)
                try merged.writeWaiting(piece)
            }
            guard lines == count else {
                throw PipelineFailure(
                    .badData, "\(file.printable) has \(lines.counted("record")), and its shard rejected \(count)")
            }
            total += count
        }
        try merged.prepare()
        _ = try merged.commit()
        return total
    }

    /// Removes the merged file of an earlier call.
    ///
    /// - Returns: Whether there was one.
    func remove() throws -> Bool {
        guard FilePath.kind(of: path) == .regular else { return false }
        do throws(SystemError) {
            try FilePath.remove(path)
        } catch {
            throw PipelineFailure(.cannotWrite, "the earlier \(path.printable) cannot be removed: \(error.reason)")
        }
        return true
    }
}

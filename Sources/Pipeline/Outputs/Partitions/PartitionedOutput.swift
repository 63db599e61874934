/// The output of a sink that writes records to several files: one for each value of a template, its partitions.
///
/// All files are inside one folder and appear together, as those of a ``FolderOutput`` do. Records keep their order in each file. Files that no
/// record of the run names stay as they are. A class, so that a worker that asks for the place of a record copies one reference.
final class PartitionedOutput: StateTrackedOutput {
    /// The greatest number of open files, unless an option gives another one.
    static let maxOpenFiles = 64

    private let folder: FolderOutput
    let fileUpdate: FileUpdate
    private let maxOpenFiles: Int
    private let table = PartitionTable()

    /// - Parameters:
    ///   - to: The folder and the path of each file.
    ///   - update: The treatment of the records in earlier files.
    ///   - maxOpenFiles: The greatest number of files that are open at once.
    init(_ to: PathTemplate, update: FileUpdate, maxOpenFiles: Int) {
        folder = FolderOutput(to)
        fileUpdate = update
        self.maxOpenFiles = maxOpenFiles
    }

    /// The traits of the folder. What the run does to earlier records is up to the mode.
    var traits: SinkTraits {
        var traits = folder.traits
        traits.update = fileUpdate.update
        return traits
    }
    /// The result in one sentence, once the files are complete.
    var notes: [String] { folder.notes }
    /// The numbers of written and unchanged files, once the files are complete.
    var result: OutputResult? { folder.result }

    var explanation: [String] {
        ["writes a file for each value of the path; at most \(maxOpenFiles) are open at once"] + folder.explanation(files: "files")
            + fileUpdate.explanation
    }

    /// Returns the partition that a record asks for.
    ///
    /// - Throws: ``RecordError`` if a program of the template has no usable output; the error of a program.
    func request(of record: Record) throws -> PartitionRequest {
        PartitionRequest(path: try folder.text(of: record), origin: record.origin)
    }

    /// Adds a record to its partition. The first record of a partition takes its path.
    ///
    /// - Throws: ``RecordError`` if the path leads out of the folder, or if another file of the run has it.
    func admit(_ place: inout OutputPlace) throws {
        guard let request = place.request else { return }
        place.partition = try table.admit(request.path) {
            let path = try folder.names(of: request.path)
            if let fault = path.last.flatMap({ CompressedFormat.outputFault(ofName: $0) }) {
                throw RecordError("the path \"\(folder.to.isSecret ? "***" : request.path.printable)\": \(fault)")
            }
            try folder.admit(path, from: request.origin)
        }
    }

    /// Reverts ``admit(_:)``, because another sink refused the record.
    func withdraw(_ place: OutputPlace) {
        table.withdraw(place.partition) { path in if let names = try? folder.names(of: path) { folder.withdraw(names) } }
    }

    /// Writes all documents in the mode of the sink.
    func fill<Document: PlacedDocument>(
        from documents: Batches<Document>, as format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> Void
    ) async throws {
        guard fileUpdate.mode != .merge else { return try await merge(documents, format, append) }
        try await write(documents, header: { format.header }, separator: [], footer: [], format) { document, bytes in
            try append(document, &bytes)
            return true
        }
    }

    /// Writes all documents in files with a beginning and an end.
    func fill<Document: PlacedDocument>(
        from documents: Batches<Document>, in frame: RecordFrame, _ append: (Document, inout [UInt8]) throws -> Bool
    ) async throws {
        try await write(
            documents, header: { frame.header }, separator: frame.separator, footer: frame.footer, JSONLinesFormat(key: nil), append)
    }
}

extension PartitionedOutput {
    var markedPath: MaskedText? { folder.markedPath }
    var presentContent: OutputMark.Content? { folder.presentContent }
    var preparedContent: OutputMark.Content? { folder.preparedContent }
    var isFolder: Bool { true }
}

// The modes `replace` and `append`.
extension PartitionedOutput {
    /// Writes the documents, and the earlier files in front of them in the mode `append`.
    private func write<Document: PlacedDocument>(
        _ documents: Batches<Document>, header: () -> [UInt8], separator: [UInt8], footer: [UInt8], _ format: some RecordFormat,
        _ append: (Document, inout [UInt8]) throws -> Bool
    ) async throws {
        let appends = fileUpdate.mode == .append
        try await folder.fill(from: documents) { documents, folder in
            var writer = PartitionWriter(
                separator: separator, files: PartitionFiles(maxOpenFiles: maxOpenFiles, spoolingIn: folder.waitingFolder))
            func flush() throws {
                try writer.flush(into: &folder, header: header()) { try appends && hasEarlier($0, in: $1) }
            }
            var count = 0
            for try await batch in documents {
                for document in batch {
                    var isContinued = false
                    while true {
                        let isComplete = try append(document, &writer.bytes)
                        if writer.endPiece(of: document.place.partition, isContinued: isContinued) { try flush() }
                        if isComplete { break }
                        isContinued = true
                    }
                }
                count += batch.count
            }
            try flush()
            try writer.finish(with: footer, into: &folder)
            for number in writer.numbers {
                try Task.checkCancellation()
                try await put(number, of: writer, in: &folder, format)
            }
            folder.describeRecords(count.counted("record") + (appends ? " appended" : ""))
            return nil
        }
    }

    private func hasEarlier(_ number: Int, in folder: borrowing FolderWriter) throws -> Bool {
        (try folder.size(of: self.folder.names(of: table.path(of: number))) ?? 0) > 0
    }

    /// Completes the file of a partition.
    private func put(
        _ number: Int, of writer: borrowing PartitionWriter, in folder: inout FolderWriter, _ format: some RecordFormat
    ) async throws {
        let path = table.path(of: number)
        let names = try self.folder.names(of: path)
        guard writer.hasEarlier(number) || CompressedFormat(ofName: path) != nil else {
            return try writer.files.put(number, at: names, in: &folder)
        }
        let merged = try folder.makeFile()
        var file = try OpenOutput(merged.file, at: path, called: folder.shownPath(names))
        if writer.hasEarlier(number), let earlier = try earlier(names, in: folder) {
            let end = try await earlier.end(format)
            try file.copy(earlier)
            try file.writeWaiting(format.beginning(behind: end))
        }
        try folder.copy(writer.files, number, to: &file)
        try file.prepare()
        writer.files.remove(number, in: folder)
        try folder.put(merged, at: names)
    }

    private func earlier(_ names: [String], in folder: borrowing FolderWriter) throws -> EarlierFile? {
        guard let file = try folder.openedEarlier(names) else { return nil }
        return try EarlierFile(file, at: names.last ?? "", called: folder.shownPath(names))
    }
}

// The mode `merge`.
extension PartitionedOutput {
    /// Merges the documents with the earlier files of their partitions.
    private func merge<Document: PlacedDocument>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> Void
    ) async throws {
        try await folder.fill(from: documents) { documents, folder in
            let spool = try MergeSpool(beside: "\(folder.waitingFolder)/records", called: folder.shownPath([]))
            var news: [SpooledRecords] = []
            var bytes: [UInt8] = []
            for try await batch in documents {
                for document in batch {
                    bytes.removeAll(keepingCapacity: bytes.count <= OpenOutput.blockBytes)
                    try append(document, &bytes)
                    guard let key = document.place.key else {
                        throw PipelineFailure(.internalError, "a sink merges records and gives no key")
                    }
                    let number = Int(document.place.partition)
                    while news.count <= number { news.append(SpooledRecords(in: spool)) }
                    try news[number].add(bytes, key: key)
                }
            }
            try spool.flush()
            var counts = MergeCounts()
            for number in news.indices where news[number].count > 0 {
                try Task.checkCancellation()
                // The table of keys leaves memory once its file is complete.
                var records = SpooledRecords(in: spool)
                swap(&records, &news[number])
                counts += try await merge(records, number, in: &folder, format)
            }
            folder.describeRecords(counts.summary)
            return nil
        }
    }

    /// Merges the records of one partition with its earlier file.
    private func merge(
        _ news: consuming SpooledRecords, _ number: Int, in folder: inout FolderWriter, _ format: some RecordFormat
    ) async throws -> MergeCounts {
        let path = table.path(of: number)
        let names = try self.folder.names(of: path)
        let shown = folder.shownPath(names)
        let merged = try folder.makeFile()
        var merge = RecordMerge(news, with: try earlier(names, in: folder), called: shown, format)
        var file = try OpenOutput(merged.file, at: path, called: shown)
        try await merge.run(into: &file)
        try file.prepare()
        if merge.isChanged { try folder.put(merged, at: names) } else { folder.keep(merged, insteadOf: names) }
        return merge.counts
    }
}

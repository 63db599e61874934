internal import JSONParsing

/// Merges new records with those of an earlier file, which is read as a stream.
struct RecordMerge<Format: RecordFormat>: ~Copyable {
    /// A fault of an earlier record. Its line number is determined only for the message.
    private struct Fault: Error {
        let reason: String
        /// The offset of the record in the buffer.
        let offset: Int
    }

    /// The earlier file; nil if there is none.
    private let earlier: EarlierFile?
    /// The name of the file in messages.
    private let name: String
    private let format: Format
    private var news: SpooledRecords
    /// The last byte that was written before the records with new keys; nil if there is none.
    private var last: UInt8?
    /// Bytes that wait to be written.
    private var output: [UInt8] = []
    /// The offset of the buffer's first byte in the content.
    private var base = 0

    /// The number of earlier records that new ones have replaced.
    private var replacedCount = 0
    /// The number of earlier records that were dropped, because an earlier record with the same key had already been replaced.
    private var droppedCount = 0
    private var addedCount = 0
    /// Whether the content differs from the earlier one.
    private(set) var isChanged = false

    /// - Parameters:
    ///   - news: The new records, all written to their file.
    ///   - name: The name of the earlier file in messages.
    init(_ news: consuming SpooledRecords, with earlier: consuming EarlierFile?, called name: String, _ format: Format) {
        self.news = news
        self.earlier = earlier
        self.name = name
        self.format = format
    }

    /// The number of new records, each key counted once.
    var newCount: Int { news.count }
    /// The numbers of changes in a sentence.
    var summary: String {
        var parts = ["\(replacedCount.counted("record")) replaced", "\(addedCount) appended"]
        if droppedCount > 0 { parts.append("\(droppedCount.counted("earlier record")) dropped, whose key stood there twice") }
        return parts.joined(separator: ", ")
    }

    /// Writes all records.
    mutating func run(into file: inout OpenOutput) async throws {
        try await copyEarlier(into: &file)
        let unplaced = news.unplaced
        addedCount = unplaced.count
        if !unplaced.isEmpty || last == nil {
            isChanged = true
            output += format.beginning(behind: ContentEnd(last, format))
        }
        for number in unplaced {
            output += try news.record(number)
            if output.count >= OpenOutput.blockBytes { try await file.writeBlocks(of: &output) }
        }
        try await file.writeBlocks(of: &output)
        try await file.write(output)
    }

    /// Copies the earlier records, or their replacements.
    private mutating func copyEarlier(into file: inout OpenOutput) async throws {
        guard var content = try earlier?.content() else { return }
        var buffer: [UInt8] = []
        var neededCount = 0
        var isEnd = false
        while !isEnd {
            let chunk = try await content.read()
            isEnd = chunk.isEmpty
            if buffer.isEmpty { buffer = chunk } else { buffer += chunk }
            // A long record is scanned again only after the buffered part has doubled, so that the total time stays linear.
            if !isEnd, buffer.count < neededCount { continue }
            do {
                let done = try await copyRecords(of: buffer, isEnd: isEnd, into: &file)
                base += done
                buffer.removeFirst(done)
            } catch let fault as Fault {
                throw try await failure(fault.reason, at: base + fault.offset)
            }
            guard buffer.count <= JSONLimits.standard.maxValueBytes else {
                throw try await failure("the record is longer than the limit of \(JSONLimits.standard.maxValueBytes) bytes", at: base)
            }
            neededCount = 2 * buffer.count
        }
    }

    /// Copies the records in a buffer, or their replacements.
    ///
    /// - Parameter isEnd: Whether the content ends behind the buffer.
    /// - Returns: The number of bytes that were handled.
    private mutating func copyRecords(of buffer: [UInt8], isEnd: Bool, into file: inout OpenOutput) async throws -> Int {
        var position = 0
        var copied = 0
        if base == 0 {
            position = ByteOrderMark.lengthToSkip(inText: buffer) ?? 0
            if !buffer.isEmpty, !format.header.isEmpty {
                guard try earlier?.checkHeader(buffer, isWhole: isEnd, format) == true else { return 0 }
                position = format.end(ofRecordAt: position, in: buffer.span) ?? buffer.count
            }
        }
        while position < buffer.count {
            guard let end = format.end(ofRecordAt: position, in: buffer.span) ?? (isEnd ? buffer.count : nil) else { break }
            if let number = try number(ofRecord: position..<end, in: buffer) {
                copy(copied..<position, of: buffer)
                copied = end
                if news.place(number) {
                    let record = try news.record(number)
                    isChanged = isChanged || !buffer[position..<end].elementsEqual(record)
                    output += record
                    last = record.last
                    replacedCount += 1
                } else {
                    droppedCount += 1
                    isChanged = true
                }
                if output.count >= OpenOutput.blockBytes { try await file.writeBlocks(of: &output) }
            }
            position = end
        }
        copy(copied..<position, of: buffer)
        try await file.writeBlocks(of: &output)
        return position
    }

    private mutating func copy(_ range: Range<Int>, of buffer: [UInt8]) {
        guard !range.isEmpty else { return }
        appendBytes(buffer.span, range, to: &output)
        last = buffer[range.upperBound - 1]
    }

    /// Returns the number of the new record with the key of an earlier one; nil if there is none.
    private func number(ofRecord range: Range<Int>, in buffer: [UInt8]) throws -> Int? {
        do {
            return try format.key(of: buffer.span.extracting(range)).flatMap { news.number(of: $0) }
        } catch {
            throw Fault(reason: "an earlier record: \(error.message.printable)", offset: range.lowerBound)
        }
    }

    private func failure(_ reason: String, at offset: Int) async throws -> PipelineFailure {
        let line = try await earlier?.line(at: offset) ?? 1
        return PipelineFailure(.badData, "\(name):\(line): \(reason)")
    }
}

/// The new records of a run that merges, in an unnamed file. Only their keys and offsets are in memory.
struct SpooledRecords: ~Copyable {
    /// The bytes of a record in the unnamed file.
    private struct SpooledRange {
        var offset: Int
        var count: Int
        /// Whether the record has taken the place of an earlier one.
        var isPlaced = false
    }

    private let file: FileDescriptor
    private let name: String
    /// Records that are not written to the file yet.
    private var buffer: [UInt8] = []
    private var writtenCount = 0
    /// The ranges of the records, in the order in which their keys first occurred.
    private var ranges: [SpooledRange] = []
    private var numbers: [RecordKey: Int] = [:]
    /// The number of records that a later one with the same key has replaced.
    private(set) var supersededCount = 0

    /// The number of different keys.
    var count: Int { ranges.count }
    /// The records that have not taken the place of an earlier one, in the order in which their keys came first.
    var unplaced: [Int] { ranges.indices.filter { !ranges[$0].isPlaced } }

    /// - Parameters:
    ///   - output: The file that the records are for. The unnamed file is on the same file system.
    ///   - plan: The plan of a dry run, which writes nothing beside the output; nil for a run that writes.
    init(for output: Output, in plan: PlannedStepChanges?) throws {
        name = output.shown.printable
        do throws(SystemError) {
            file = try ConfinedFolder.makeUnnamedFile(beside: plan?.temporaryPath ?? output.path ?? "")
        } catch {
            throw PipelineFailure(error.outputFailure, "\(output.shown.printable) cannot be written: \(error)")
        }
    }

    /// Adds a record. An earlier one with the same key is forgotten.
    mutating func add(_ record: [UInt8], key: RecordKey) throws {
        let range = SpooledRange(offset: writtenCount + buffer.count, count: record.count)
        buffer += record
        if let number = numbers[key] {
            ranges[number] = range
            supersededCount += 1
        } else {
            numbers[key] = ranges.count
            ranges.append(range)
        }
        if buffer.count >= OpenOutput.blockBytes { try flush() }
    }

    /// Writes the buffered records to the file.
    mutating func flush() throws {
        do throws(SystemError) {
            try file.write(buffer.span)
        } catch {
            throw failure(error)
        }
        writtenCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// The number of the record with a key; nil if there is none.
    func number(of key: RecordKey) -> Int? { numbers[key] }

    /// Marks a record as placed.
    ///
    /// - Returns: false if it was placed before.
    mutating func place(_ number: Int) -> Bool {
        defer { ranges[number].isPlaced = true }
        return !ranges[number].isPlaced
    }

    /// Reads a record from the file.
    func record(_ number: Int) throws -> [UInt8] {
        let range = ranges[number]
        do throws(SystemError) {
            return try FileDescriptor.read(from: file.number, at: range.offset, upTo: range.count)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
    }
}

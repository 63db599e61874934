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

    /// The numbers of changes.
    private(set) var counts: MergeCounts
    /// Whether the content differs from the earlier one.
    private(set) var isChanged = false

    /// - Parameters:
    ///   - news: The new records, all written to their file.
    ///   - name: The name of the earlier file in messages.
    init(_ news: consuming SpooledRecords, with earlier: consuming EarlierFile?, called name: String, _ format: Format) {
        counts = MergeCounts(superseded: news.supersededCount)
        self.news = news
        self.earlier = earlier
        self.name = name
        self.format = format
    }

    /// The number of new records, each key counted once.
    var newCount: Int { news.count }
    /// Writes all records.
    mutating func run(into file: inout OpenOutput) async throws {
        try await copyEarlier(into: &file)
        let unplaced = news.unplaced
        counts.added = unplaced.count
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
                    counts.replaced += 1
                } else {
                    counts.dropped += 1
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

/// What a run that merges has done to records.
struct MergeCounts {
    /// The number of earlier records that new ones have replaced.
    var replaced = 0
    /// The number of earlier records that were dropped, because an earlier record with the same key had already been replaced.
    var dropped = 0
    /// The number of records with new keys.
    var added = 0
    /// The number of new records that a later one with the same key has replaced.
    var superseded = 0

    /// The changes in a sentence.
    var summary: String {
        var parts = ["\(replaced.counted("record")) replaced", "\(added) appended"]
        if dropped > 0 { parts.append("\(dropped.counted("earlier record")) dropped, whose key stood there twice") }
        return parts.joined(separator: ", ") + supersededSummary
    }

    /// The number of superseded records, as the end of a sentence; empty for none.
    var supersededSummary: String {
        superseded > 0 ? ", \(superseded.counted("record")) left out for later ones with the same key" : ""
    }

    static func += (left: inout MergeCounts, right: MergeCounts) {
        left.replaced += right.replaced
        left.dropped += right.dropped
        left.added += right.added
        left.superseded += right.superseded
    }
}

/// The new records of a file that a run merges. Only their keys and offsets are in memory.
struct SpooledRecords {
    /// The bytes of a record in the spool.
    private struct SpooledRange {
        var offset: Int
        var count: Int
        /// Whether the record has taken the place of an earlier one.
        var isPlaced = false
    }

    private let spool: MergeSpool
    /// The ranges of the records, in the order in which their keys first occurred.
    private var ranges: [SpooledRange] = []
    private var numbers: [RecordKey: Int] = [:]
    /// The number of records that a later one with the same key has replaced.
    private(set) var supersededCount = 0

    /// The number of different keys.
    var count: Int { ranges.count }
    /// The records that have not taken the place of an earlier one, in the order in which their keys came first.
    var unplaced: [Int] { ranges.indices.filter { !ranges[$0].isPlaced } }

    /// - Parameter spool: The file for the records, which those of other files may share.
    init(in spool: MergeSpool) { self.spool = spool }

    /// Adds a record. An earlier one with the same key is forgotten.
    mutating func add(_ record: [UInt8], key: RecordKey) throws {
        let range = SpooledRange(offset: try spool.add(record), count: record.count)
        if let number = numbers[key] {
            ranges[number] = range
            supersededCount += 1
        } else {
            numbers[key] = ranges.count
            ranges.append(range)
        }
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
    func record(_ number: Int) throws -> [UInt8] { try spool.read(ranges[number].offset, ranges[number].count) }
}

/// The bytes of new records, one behind the other in a file without a name. A class, because the records of several files share it.
final class MergeSpool {
    private let file: FileDescriptor
    private let name: String
    /// Records that are not written to the file yet.
    private var buffer: [UInt8] = []
    private var writtenCount = 0

    /// - Parameters:
    ///   - path: A path on the file system that stores the file.
    ///   - name: The output in messages.
    init(beside path: String, called name: String) throws {
        self.name = name
        do throws(SystemError) {
            file = try ConfinedFolder.makeUnnamedFile(beside: path)
        } catch {
            throw PipelineFailure(error.outputFailure, "\(name) cannot be written: \(error)")
        }
    }

    /// Adds a record.
    ///
    /// - Returns: Its offset.
    func add(_ record: [UInt8]) throws -> Int {
        let offset = writtenCount + buffer.count
        buffer += record
        if buffer.count >= OpenOutput.blockBytes { try flush() }
        return offset
    }

    /// Writes the buffered records to the file.
    func flush() throws {
        do throws(SystemError) {
            try file.write(buffer.span)
        } catch {
            throw failure(error)
        }
        writtenCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Reads bytes that are written.
    func read(_ offset: Int, _ count: Int) throws -> [UInt8] {
        do throws(SystemError) {
            return try FileDescriptor.read(from: file.number, at: offset, upTo: count)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
    }
}

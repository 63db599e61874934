internal import JSONParsing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The file of an earlier run, to which a run appends records, or with which it merges them.
package struct EarlierFile: ~Copyable {
    /// The number of bytes by which a compressed format is recognised.
    private static let markBytes = 16
    /// The limit of a header in bytes.
    private static let maxHeaderBytes = 1 << 20

    let name: String
    let descriptor: FileDescriptor
    /// The length of the file in bytes.
    let size: Int
    private let format: CompressedFormat?

    private init(_ descriptor: consuming FileDescriptor, size: Int, format: CompressedFormat?, name: String) {
        self.descriptor = descriptor
        self.size = size
        self.format = format
        self.name = name
    }

    /// Opens the file of an output.
    ///
    /// - Returns: nil if there is none, or if it is empty.
    /// - Throws: ``PipelineFailure``: `cannotWrite` if it cannot be read, `badData` if it is not compressed as its name says.
    package static func open(_ output: Output) throws -> EarlierFile? {
        guard let path = output.path, FilePath.kind(of: path) == .regular else { return nil }
        let name = output.shown.printable
        let descriptor: FileDescriptor
        do throws(SystemError) {
            descriptor = try FileDescriptor(opening: path, flags: O_RDONLY)
        } catch {
            throw PipelineFailure(.cannotWrite, "the earlier \(name) cannot be read: \(error.reason)")
        }
        return try EarlierFile(descriptor, at: path, called: name)
    }

    /// Takes an open file.
    ///
    /// - Parameters:
    ///   - path: Its path, whose ending tells how it is compressed.
    ///   - name: Its name in messages.
    /// - Returns: nil if it is empty.
    /// - Throws: As ``open(_:)``.
    init?(_ descriptor: consuming FileDescriptor, at path: String, called name: String) throws {
        let format = CompressedFormat(ofName: path)
        let size: Int
        let found: CompressedFormat?
        do throws(SystemError) {
            size = Int(try descriptor.status().st_size)
            found = CompressedFormat(beginning: try FileDescriptor.read(from: descriptor.number, at: 0, upTo: Self.markBytes))
        } catch {
            throw PipelineFailure(.cannotWrite, "the earlier \(name) cannot be read: \(error.reason)")
        }
        if size == 0 { return nil }
        guard found == format else {
            let content = found.map { "compressed with \($0.rawValue)" } ?? "not compressed"
            throw PipelineFailure(
                .badData, "\(name) is \(content), which its name does not say; records of this run cannot be added to it")
        }
        self.init(descriptor, size: size, format: format, name: name)
    }

    /// Reads the content from its start.
    package func content() throws -> EarlierContent { try EarlierContent(descriptor, format, name: name) }

    /// Whether the last line ends with a line feed. Compressed files, which only programs write, count as complete.
    func endsWithLine() throws(SystemError) -> Bool {
        guard format == nil else { return true }
        return try FileDescriptor.read(from: descriptor.number, at: size - 1, upTo: 1).last == UInt8(ascii: "\n")
    }

    /// Checks the header and the last record. An incomplete last record would continue in the first new one.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    func end(_ format: some RecordFormat) async throws -> ContentEnd {
        var content = try content()
        var buffer: [UInt8] = []
        // The offset of the buffer's first byte in the content.
        var base = 0
        // The range of the last complete record in the buffer. The next record starts at its end.
        var record = 0..<0
        var neededCount = 0
        var isEnd = false
        var needsStart = true
        while !isEnd {
            let chunk = try await content.read()
            isEnd = chunk.isEmpty
            buffer += chunk
            if isEnd, base == 0, buffer.isEmpty { return .empty }
            // A long record is scanned again only after the buffered part has doubled, so that the total time stays linear.
            if !isEnd, buffer.count < neededCount { continue }
            if needsStart {
                guard try format.header.isEmpty || checkHeader(buffer, isWhole: isEnd, format) else { continue }
                needsStart = false
                var start = ByteOrderMark.lengthToSkip(inText: buffer) ?? 0
                if !format.header.isEmpty { start = format.end(ofRecordAt: start, in: buffer.span) ?? buffer.count }
                record = start..<start
            }
            while record.upperBound < buffer.count, let end = format.end(ofRecordAt: record.upperBound, in: buffer.span) {
                record = record.upperBound..<end
            }
            guard buffer.count - record.upperBound <= JSONLimits.standard.maxValueBytes else {
                throw try await torn("it is longer than \(JSONLimits.standard.maxValueBytes) bytes", at: base + record.upperBound)
            }
            neededCount = 2 * (buffer.count - record.upperBound)
            guard !isEnd else { break }
            base += record.lowerBound
            buffer.removeFirst(record.lowerBound)
            record = 0..<record.count
        }
        let last = record.upperBound < buffer.count ? record.upperBound..<buffer.count : record
        if !last.isEmpty {
            do {
                _ = try format.key(of: buffer.span.extracting(last))
            } catch {
                throw try await torn(error.message.printable, at: base + last.lowerBound)
            }
        }
        return ContentEnd(buffer.last, format)
    }

    private func torn(_ reason: String, at offset: Int) async throws -> PipelineFailure {
        PipelineFailure(.badData, "\(name):\(try await line(at: offset)): the last record, behind which the run would append: \(reason)")
    }

    /// Checks the header at the start of a file.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the content.
    ///   - isWhole: Whether these bytes are the whole content.
    /// - Returns: false if the header goes on behind these bytes.
    func checkHeader(_ beginning: [UInt8], isWhole: Bool, _ format: some RecordFormat) throws -> Bool {
        let start = ByteOrderMark.lengthToSkip(inText: beginning) ?? 0
        guard let end = format.end(ofRecordAt: start, in: beginning.span) ?? (isWhole ? beginning.count : nil) else {
            guard beginning.count <= Self.maxHeaderBytes else { throw fault("has no header in its first \(Self.maxHeaderBytes) bytes") }
            return false
        }
        if let difference = format.fault(inHeader: beginning.span.extracting(start..<end)) { throw fault(difference) }
        return true
    }

    private func fault(_ text: String) -> PipelineFailure { PipelineFailure(.badData, "\(name) \(text)") }

    /// The number of the line with a byte of the content, from 1. It reads the file again, so that only messages pay for it.
    func line(at offset: Int) async throws -> Int {
        var content = try content()
        var line = 1
        var position = 0
        while case let chunk = try await content.read(), !chunk.isEmpty {
            line += Lines.count(in: chunk.prefix(offset - position))
            position += chunk.count
            if position >= offset { break }
        }
        return line
    }
}

/// The end of an earlier file's content, which decides what stands in front of the first new record.
enum ContentEnd {
    /// There is no content.
    case empty
    /// The last record is complete, for instance with its line feed.
    case ended
    /// The end of the last record is missing, for instance its line feed.
    case unended

    /// - Parameter last: The last byte of the content; nil if there is none.
    init(_ last: UInt8?, _ format: some RecordFormat) {
        self = last == nil ? .empty : last == format.recordEnd.last ? .ended : .unended
    }
}

extension RecordFormat {
    /// The bytes between earlier content and the first new record.
    func beginning(behind end: ContentEnd) -> [UInt8] {
        switch end {
        case .empty: header
        case .ended: []
        case .unended: recordEnd
        }
    }
}

/// Reads the content of an earlier file in chunks, decompressed.
package struct EarlierContent: ~Copyable {
    private let file: InputFile
    private var decompressor: Decompressor?
    /// Compressed bytes that the decompressor has not taken yet.
    private var input: ArraySlice<UInt8> = []
    private let format: CompressedFormat?
    private let name: String

    /// - Parameters:
    ///   - descriptor: The open file. Its position changes.
    ///   - format: The format of a compressed file; nil for others.
    ///   - name: The name in messages.
    init(_ descriptor: borrowing FileDescriptor, _ format: CompressedFormat?, name: String) throws {
        file = InputFile(owning: FileDescriptor(owning: dup(descriptor.number)), shownAs: name)
        self.format = format
        self.name = name
        guard let format else { return }
        do throws(CompressionError) {
            decompressor = try Decompressor(format)
        } catch {
            throw PipelineFailure(.badData, "\(name): \(format.message(for: error))")
        }
    }

    /// Reads the next chunk.
    ///
    /// - Returns: The bytes; empty at the end.
    /// - Throws: ``PipelineFailure``: `inputMissing` if reading fails, `badData` for faulty compressed data.
    package mutating func read() async throws -> [UInt8] {
        while true {
            try Task.checkCancellation()
            if let content = try decompressed(), !content.isEmpty { return content }
            let bytes = try await file.read()
            guard let format else { return bytes }
            if bytes.isEmpty {
                do throws(CompressionError) {
                    try decompressor?.finish()
                    return []
                } catch {
                    throw PipelineFailure(.badData, "\(name): \(format.message(for: error))")
                }
            }
            input = bytes[...]
        }
    }

    private mutating func decompressed() throws -> [UInt8]? {
        do throws(CompressionError) {
            return try decompressor?.read(&input, upTo: InputFile.chunkBytes, spare: 0)
        } catch {
            throw PipelineFailure(.badData, "\(name): \(format?.message(for: error) ?? error.message)")
        }
    }
}

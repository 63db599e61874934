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
        let format = CompressedFormat(ofName: path)
        let file: EarlierFile
        let found: CompressedFormat?
        do throws(SystemError) {
            let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY)
            let size = Int(try descriptor.status().st_size)
            found = CompressedFormat(beginning: try FileDescriptor.read(from: descriptor.number, at: 0, upTo: markBytes))
            file = EarlierFile(descriptor, size: size, format: format, name: name)
        } catch {
            throw PipelineFailure(.cannotWrite, "the earlier \(name) cannot be read: \(error.reason)")
        }
        if file.size == 0 { return nil }
        guard found == format else {
            let content = found.map { "compressed with \($0.rawValue)" } ?? "not compressed"
            throw PipelineFailure(
                .badData, "\(name) is \(content), which its name does not say; records of this run cannot be added to it")
        }
        return file
    }

    /// Reads the content from its start.
    package func content() throws -> EarlierContent { try EarlierContent(descriptor, format, name: name) }

    /// Whether the last line of a text has its end. Compressed files, which only programs write, count as complete.
    func endsWithLine() throws(SystemError) -> Bool {
        guard format == nil else { return true }
        return try FileDescriptor.read(from: descriptor.number, at: size - 1, upTo: 1).last == UInt8(ascii: "\n")
    }

    /// Checks the header, and looks at the end.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    func end(_ format: some RecordFormat) async throws -> ContentEnd {
        var content = try content()
        var needsHeader = !format.header.isEmpty
        var beginning: [UInt8] = []
        var last: UInt8?
        while case let chunk = try await content.read(), !chunk.isEmpty {
            last = chunk.last
            if needsHeader {
                beginning += chunk
                needsHeader = try !checkHeader(beginning, isWhole: false, format)
            }
            if !needsHeader, self.format == nil {
                last = try FileDescriptor.read(from: descriptor.number, at: size - 1, upTo: 1).last
                break
            }
        }
        if needsHeader, last != nil { _ = try checkHeader(beginning, isWhole: true, format) }
        return ContentEnd(last, format)
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

package import Ground
package import WebAddresses

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A response with its whole body, after retries, redirects and rules. Noncopyable, because a long body is an open file.
package struct CompleteResponse: ~Copyable {
    /// The meaning of a response by the rules of the source.
    package enum Meaning: Sendable, Equatable {
        /// The body holds content.
        case content
        /// A rule says that the list is empty.
        case empty
        /// A rule skips the items of the response.
        case skip(RuleMatch)
        /// A rule ends the paging before this response.
        case end(RuleMatch)
    }

    package let head: ResponseHead
    /// The URL after redirects, without secrets. Relative links start from it.
    package let address: WebAddress
    package let meaning: Meaning
    /// The verdict of the rules on the content.
    package var judgement = ContentVerdict.none
    /// Whether the body comes from the cache.
    package var isFromCache = false
    /// The complete, decompressed body.
    package let body: StoredBody
}

/// The body of a response. It is kept in memory up to 8 MiB, then in a file without a name, which the system removes when the process
/// ends for any reason.
package struct StoredBody: ~Copyable, FileContent {
    /// The limit of bytes in memory.
    static let memoryBytes = 8 << 20

    private var memory: [UInt8] = []
    private var file: FileDescriptor?
    /// The number of received bytes.
    package private(set) var count = 0
    private let folder: String

    /// - Parameter folder: The folder of the file, if one is needed.
    init(folder: String) {
        self.folder = folder
    }

    /// Appends bytes.
    ///
    /// - Throws: ``SystemError`` if the file cannot be created or written.
    mutating func append(_ piece: [UInt8]) throws(SystemError) {
        memory += piece
        count += piece.count
        guard memory.count > Self.memoryBytes || file != nil else { return }
        if file == nil { file = try FileDescriptor(unnamedIn: folder) }
        try file?.write(memory.span)
        memory.removeAll(keepingCapacity: true)
    }

    /// The first bytes that are in memory, at most 4096, for an error message that quotes the response.
    var beginning: ArraySlice<UInt8> { memory.prefix(4096) }

    /// Whether there is nothing but white space.
    var isBlank: Bool { file == nil && memory.span.isBlank }

    /// All bytes, for a decision about the whole body. The body stays as it is.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read.
    package func contents() throws(SystemError) -> [UInt8] {
        switch file {
        case .none: return memory
        case .some(let file):
            _ = lseek(file.number, 0, SEEK_SET)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count)
            while true {
                let piece = try FileDescriptor.read(from: file.number, upTo: InputFile.chunkBytes)
                if piece.isEmpty { return bytes }
                bytes += piece
            }
        }
    }

    package func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError) {
        switch file {
        case .none: _ = try body(memory)
        case .some(let file):
            _ = lseek(file.number, 0, SEEK_SET)
            while true {
                let piece = try FileDescriptor.read(from: file.number, upTo: InputFile.chunkBytes)
                guard !piece.isEmpty, try body(piece) else { return }
            }
        }
    }

    /// Returns the body as an input, positioned at its beginning.
    ///
    /// - Parameter shownName: The name of the input in messages.
    consuming func input(shownAs shownName: String) -> InputFile {
        guard let file = file.take() else { return InputFile(memory, shownAs: shownName) }
        return InputFile(owning: file, shownAs: shownName)
    }
}

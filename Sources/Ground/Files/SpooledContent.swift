#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Content in a file without a name.
package struct SpooledContent: Sendable {
    /// The content of an empty file.
    package static let empty = SpooledContent(file: nil, range: 0..<0)

    private let file: SharedDescriptor?
    private let range: Range<Int>

    /// - Parameters:
    ///   - file: The file; nil for no bytes.
    ///   - range: The offsets of the content in the file.
    package init(file: SharedDescriptor?, range: Range<Int>) {
        self.file = file
        self.range = range
    }

    /// Takes all bytes that a file has now.
    package init(whole file: SharedDescriptor) throws(SystemError) {
        self.init(file: file, range: 0..<Int(try file.descriptor.status().st_size))
    }

    /// The number of bytes.
    package var count: Int { range.count }

    /// Reads all bytes.
    package func read() throws(SystemError) -> [UInt8] {
        guard let file else { return [] }
        return try FileDescriptor.read(from: file.descriptor.number, at: range.lowerBound, upTo: range.count)
    }

    /// Copies the bytes to a file of their own, without a name.
    ///
    /// - Parameter folder: The folder of the file.
    /// - Returns: A descriptor at the start of the file, which the caller must close.
    package func opened(in folder: String) throws(SystemError) -> Int32 {
        let copy = try FileDescriptor(unnamedIn: folder)
        if let file { try copy.append(range, of: file.descriptor) }
        let number = dup(copy.number)
        guard number >= 0, lseek(number, 0, SEEK_SET) == 0 else { throw SystemError.last("open", folder) }
        return number
    }
}

extension SpooledContent: FileContent {
    private static let pieceBytes = 256 << 10

    package func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError) {
        guard let file else { return }
        var position = range.lowerBound
        while position < range.upperBound {
            let piece = try FileDescriptor.read(
                from: file.descriptor.number, at: position, upTo: min(Self.pieceBytes, range.upperBound - position))
            guard !piece.isEmpty else {
                throw SystemError(action: "read", path: "", code: EIO, words: "a temporary file became shorter while it was read")
            }
            position += piece.count
            guard try body(piece) else { return }
        }
    }
}

/// Keeps contents one behind the other in a file without a name, which is made for the first one.
package struct ContentSpool: ~Copyable, Sendable {
    private let folder: String
    private var file: SharedDescriptor?
    private var count = 0

    /// - Parameter folder: The folder whose disk the file is on.
    package init(in folder: String) { self.folder = folder }

    /// Keeps a content until the last copy of the result is gone.
    package mutating func add(_ content: borrowing some FileContent & ~Copyable) throws(SystemError) -> SpooledContent {
        let file = if let file { file } else { SharedDescriptor(try FileDescriptor(unnamedIn: folder)) }
        self.file = file
        let start = count
        var end = start
        try content.forEachPiece { piece throws(SystemError) in
            try file.descriptor.write(piece.span)
            end += piece.count
            return true
        }
        count = end
        return SpooledContent(file: file, range: start..<end)
    }
}

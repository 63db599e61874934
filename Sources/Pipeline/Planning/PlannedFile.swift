#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file of a planned output, and what a run would do to it.
package struct PlannedFile: Sendable {
    package enum Change: Sendable {
        case created, changed, unchanged, removed
    }

    /// The path in messages.
    package private(set) var shown: String
    package let change: Change
    /// The path of the old file; nil if there is none, or if its content must not be shown.
    package var oldPath: String?
    /// The number of bytes at the start that the old and the new file share.
    package var sharedBytes = 0
    /// The new content behind the shared bytes; nil if it was not kept.
    package var content: KeptContent?
    /// Whether the content was not kept because it is too long.
    package var isTooLong = false

    package init(shown: String, change: Change) {
        self.shown = shown
        self.change = change
    }

    /// The same file with another name in messages.
    func renamed(_ name: String) -> PlannedFile {
        var file = self
        file.shown = name
        return file
    }
}

extension PlannedFile {
    /// The texts of the old and the new file, without most of the lines that they share at the start.
    package struct Texts: Sendable {
        /// The old text; nil if there is no old file.
        package var old: [UInt8]?
        package var new: [UInt8]
        /// The number of common lines that were left out at the start of both texts.
        package var skippedLines = 0
    }

    /// The number of bytes before the first difference that are searched for the start of a line.
    private static let windowBytes = 1 << 20
    private static let pieceBytes = 256 << 10

    /// Reads the content for a diff.
    ///
    /// - Parameter context: The number of lines in front of the first difference to keep.
    /// - Returns: nil if the content was not kept, or if the old file is too long.
    /// - Throws: ``SystemError``.
    package func texts(context: Int) throws(SystemError) -> Texts? {
        guard change == .removed || content != nil else { return nil }
        let new = try content?.read() ?? []
        guard let oldPath else { return Texts(old: nil, new: new) }
        let file = try FileDescriptor(opening: oldPath, flags: O_RDONLY | O_NONBLOCK)
        let size = Int(try file.status().st_size)
        guard let start = try lineStart(in: file, context: context), size - start <= PlannedWrite.maxKeptBytes else { return nil }
        let old = try FileDescriptor.read(from: file.number, at: start, upTo: size - start)
        guard old.count >= sharedBytes - start else { return nil }
        var skippedLines = 0
        for position in stride(from: 0, to: start, by: Self.pieceBytes) {
            let piece = try FileDescriptor.read(from: file.number, at: position, upTo: min(Self.pieceBytes, start - position))
            skippedLines += Lines.count(in: piece.span)
        }
        return Texts(old: old, new: old.prefix(sharedBytes - start) + new, skippedLines: skippedLines)
    }

    /// The start of a line in front of the first difference; nil if the lines there are too long.
    private func lineStart(in file: borrowing FileDescriptor, context: Int) throws(SystemError) -> Int? {
        let windowStart = max(0, sharedBytes - Self.windowBytes)
        let window = try FileDescriptor.read(from: file.number, at: windowStart, upTo: sharedBytes - windowStart)
        var left = context + 1
        var start: Int?
        for index in window.indices.reversed() where window[index] == UInt8(ascii: "\n") {
            start = windowStart + index + 1
            left -= 1
            if left == 0 { return start }
        }
        return windowStart == 0 ? 0 : start
    }
}

/// Content in an unnamed temporary file.
package struct KeptContent: Sendable {
    /// The content of an empty file.
    static let empty = KeptContent(file: nil, range: 0..<0)

    private let file: SharedDescriptor?
    private let range: Range<Int>

    /// - Parameters:
    ///   - file: The file; nil for no bytes.
    ///   - range: The offsets of the content in the file.
    init(file: SharedDescriptor?, range: Range<Int>) {
        self.file = file
        self.range = range
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
    func opened(in folder: String) throws(SystemError) -> Int32 {
        let copy = try FileDescriptor(unnamedIn: folder)
        if let file { try copy.append(range, of: file.descriptor) }
        let number = dup(copy.number)
        guard number >= 0, lseek(number, 0, SEEK_SET) == 0 else { throw SystemError.last("open", folder) }
        return number
    }
}

/// An unnamed temporary file with the contents of several files, one after the other.
struct KeptContents: ~Copyable, Sendable {
    private let file: SharedDescriptor
    private var count = 0

    /// - Parameter folder: The folder whose disk the file is on.
    init(in folder: String) throws(SystemError) { file = SharedDescriptor(try FileDescriptor(unnamedIn: folder)) }

    mutating func add(_ content: borrowing some FileContent & ~Copyable) throws(SystemError) -> KeptContent {
        let file = file
        let start = count
        var end = start
        try content.forEachPiece { piece throws(SystemError) in
            try file.descriptor.write(piece.span)
            end += piece.count
            return true
        }
        count = end
        return KeptContent(file: file, range: start..<end)
    }
}

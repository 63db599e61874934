#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file of a planned output, and what a run would do to it.
package struct PlannedFile: Sendable {
    /// The limit of the content that is kept for a diff, in bytes.
    static let maxKeptBytes = 64 << 20

    /// The path in messages.
    package private(set) var shown: String
    package let change: FileChange
    /// The path of the old file; nil if there is none, or if its content must not be shown.
    package var oldPath: String?
    /// The number of bytes at the start that the old and the new file share.
    package var sharedBytes = 0
    /// The new content behind the shared bytes; nil if it was not kept.
    package var content: SpooledContent?
    /// Whether the content was not kept because it is too long.
    package var isTooLong = false

    package init(shown: String, change: FileChange) {
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
        /// The number of lines in front of both texts.
        package var skippedLines = 0
    }

    /// The number of bytes in front of the first difference in which the beginning of a line is looked for.
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
        guard let start = try lineStart(in: file, context: context), size - start <= Self.maxKeptBytes else { return nil }
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

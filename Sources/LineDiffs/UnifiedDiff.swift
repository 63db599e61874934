#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The differences of two texts as a unified diff, which `patch` and `git apply` can apply.
package struct UnifiedDiff {
    /// The number of equal lines around a change.
    package static let context = 3
    /// The limit of the lines of each text.
    package static let maxLines = 2_000_000

    private let old: DiffText
    private let new: DiffText
    private let diff: LineDiff
    /// The number of equal lines before both texts.
    private let skippedLines: Int

    /// A part of the diff: the ranges of its lines in both texts.
    private struct Hunk {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Compares texts.
    ///
    /// - Parameter skippedLines: The number of equal lines before both texts. They count in the line numbers.
    /// - Returns: nil if a text has more than ``maxLines``.
    package init?(_ old: DiffText, _ new: DiffText, skippedLines: Int = 0) {
        guard old.count <= Self.maxLines, new.count <= Self.maxLines else { return nil }
        self.old = old
        self.new = new
        self.skippedLines = skippedLines
        var table = LineTable()
        let (oldLines, newLines) = (old.numbers(in: &table), new.numbers(in: &table))
        diff = LineDiff(oldLines, newLines, tableCount: table.count)
    }

    /// Calls `body` with each line of the hunks.
    package func forEachLine(_ body: (DiffLine) -> Void) {
        for hunk in hunks {
            let (oldRange, newRange) = (range(hunk.old), range(hunk.new))
            body(DiffLine(kind: .hunk, bytes: Array("@@ -\(oldRange) +\(newRange) @@".utf8)[...]))
            var (oldLine, newLine) = (hunk.old.lowerBound, hunk.new.lowerBound)
            while oldLine < hunk.old.upperBound || newLine < hunk.new.upperBound {
                if oldLine < hunk.old.upperBound, diff.isRemoved[oldLine] {
                    emit(.removed, old.line(oldLine), body)
                    oldLine += 1
                } else if newLine < hunk.new.upperBound, diff.isAdded[newLine] {
                    emit(.added, new.line(newLine), body)
                    newLine += 1
                } else {
                    emit(.equal, old.line(oldLine), body)
                    oldLine += 1
                    newLine += 1
                }
            }
        }
    }

    private func emit(_ kind: DiffLine.Kind, _ line: ArraySlice<UInt8>, _ body: (DiffLine) -> Void) {
        if line.last == UInt8(ascii: "\n") { return body(DiffLine(kind: kind, bytes: line.dropLast())) }
        body(DiffLine(kind: kind, bytes: line))
        body(DiffLine(kind: .note, bytes: Array(#"\ No newline at end of file"#.utf8)[...]))
    }

    /// The range of lines in the header of a hunk. A range without lines is given as the line before it.
    private func range(_ lines: Range<Int>) -> String {
        let start = skippedLines + lines.lowerBound + (lines.isEmpty ? 0 : 1)
        return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
    }

    /// The changes with the equal lines around them. Changes that are near each other share a hunk.
    private var hunks: [Hunk] {
        var hunks: [Hunk] = []
        var (oldLine, newLine) = (0, 0)
        while true {
            while oldLine < old.count, newLine < new.count, !diff.isRemoved[oldLine], !diff.isAdded[newLine] {
                oldLine += 1
                newLine += 1
            }
            if oldLine == old.count, newLine == new.count { return hunks }
            let before = min(Self.context, oldLine)
            var hunk = Hunk(old: oldLine - before..<oldLine, new: newLine - before..<newLine)
            while oldLine < old.count, diff.isRemoved[oldLine] { oldLine += 1 }
            while newLine < new.count, diff.isAdded[newLine] { newLine += 1 }
            let after = min(Self.context, old.count - oldLine)
            hunk.old = hunk.old.lowerBound..<oldLine + after
            hunk.new = hunk.new.lowerBound..<newLine + after
            if let last = hunks.last, last.old.upperBound >= hunk.old.lowerBound {
                hunks[hunks.count - 1] = Hunk(
                    old: last.old.lowerBound..<hunk.old.upperBound, new: last.new.lowerBound..<hunk.new.upperBound)
            } else {
                hunks.append(hunk)
            }
        }
    }
}

/// A text as lines, for a diff. A line includes its line feed.
package struct DiffText: Sendable {
    /// The number of bytes at the start of a file in which a NUL means that it is no text.
    private static let beginningBytes = 8000

    let bytes: [UInt8]
    /// The offset of each line, and the end of the last one.
    private let starts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var start = 0
            while start < buffer.count {
                if let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start) {
                    start = unsafe UnsafeRawPointer(found) - base + 1
                } else {
                    start = buffer.count
                }
                starts.append(start)
            }
        }
        self.starts = starts
    }

    /// The number of lines.
    package var count: Int { starts.count - 1 }
    /// Whether the content seems to be no text.
    package var isBinary: Bool { bytes.prefix(Self.beginningBytes).contains(0) }

    /// A line with its line feed. The last one may have none.
    func line(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }

    /// The lines as numbers: equal lines have equal numbers, in all texts that share a table.
    func numbers(in table: inout LineTable) -> [Int32] { (0..<count).map { table.number(of: line($0)) } }
}

/// A line of a diff, without its line feed.
package struct DiffLine {
    package enum Kind {
        /// The header of a file, such as `--- a/out.csv`.
        case head
        /// The header of a hunk.
        case hunk
        case equal
        case added
        case removed
        /// A remark about the line before it.
        case note

        /// The prefix of the line.
        package var mark: String {
            switch self {
            case .head, .hunk, .note: ""
            case .equal: " "
            case .added: "+"
            case .removed: "-"
            }
        }
        /// The color on a terminal, as a parameter of the control sequence SGR; nil for none.
        package var color: String? {
            switch self {
            case .head: "1"
            case .hunk: "36"
            case .added: "32"
            case .removed: "31"
            case .equal, .note: nil
            }
        }
    }

    package let kind: Kind
    package let bytes: ArraySlice<UInt8>

    package init(kind: Kind, bytes: ArraySlice<UInt8>) {
        self.kind = kind
        self.bytes = bytes
    }
}

/// A plain-text body, split into lines.
struct MessageLines {
    let lines: [MessageLine]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = bytes.lines().map { MessageLine(bytes, $0) }
    }

    /// The whole body, unchanged.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text of some lines, without blank lines at both ends and without trailing white space.
    ///
    /// - Parameters:
    ///   - range: The indices of the lines.
    ///   - count: The number of characters to omit from the first line.
    func text(_ range: Range<Int>, from count: Int = 0) -> String {
        var parts = range.map { lines[$0].textBytes }
        if count > 0, let first = range.first { parts[0] = lines[first].textBytes.dropFirst(lines[first].byteCount(ofCharacters: count)) }
        return String(decoding: Self.joined(parts), as: UTF8.self)
    }

    /// The text of some ranges of lines. They are separated by one blank line.
    func text(of ranges: [Range<Int>]) -> String { ranges.map { text($0) }.joined(separator: "\n\n") }

    /// The text outside of some lines. The parts between them are separated by one blank line.
    func text(outside ranges: [Range<Int>]) -> String {
        var parts: [[ArraySlice<UInt8>]] = [[]]
        for (index, isLeft) in isOutside(ranges).enumerated() {
            if isLeft {
                parts[parts.count - 1].append(lines[index].textBytes)
            } else if !parts[parts.count - 1].isEmpty {
                parts.append([])
            }
        }
        return String(decoding: Array(parts.map(Self.joined).filter { !$0.isEmpty }.joined(separator: [0x0A, 0x0A])), as: UTF8.self)
    }

    /// Whether any line outside of the ranges has text.
    func hasText(outside ranges: [Range<Int>]) -> Bool {
        zip(isOutside(ranges), lines).contains { $0 && !$1.isBlank }
    }

    private func isOutside(_ ranges: [Range<Int>]) -> [Bool] {
        var isOutside = [Bool](repeating: true, count: lines.count)
        for range in ranges { for index in range { isOutside[index] = false } }
        return isOutside
    }

    /// The body without a quote. The parts before and after it are separated by one blank line.
    ///
    /// - Returns: nil if nothing is left.
    func without(_ quote: QuoteFinder.Quote) -> [UInt8]? {
        var before = lines[..<quote.lines.lowerBound].map(\.textBytes)
        if quote.ownCharacters > 0 { before.append(withoutDashes(quote)) }
        let parts = [before, lines[quote.lines.upperBound...].map(\.textBytes)].map(Self.joined).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : Array(parts.joined(separator: [0x0A, 0x0A]))
    }

    /// The reply that precedes an introduction in the same line, without the dashes that some programs write between them.
    private func withoutDashes(_ quote: QuoteFinder.Quote) -> ArraySlice<UInt8> {
        let line = lines[quote.lines.lowerBound]
        let reply = line.textBytes.prefix(line.byteCount(ofCharacters: quote.ownCharacters))
        return reply[..<bytes.droppingWhiteSpace(reply.startIndex, reply.endIndex) { $0 == 0x2D }]
    }

    /// Joins lines, without blank lines at both ends and without trailing white space.
    private static func joined(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var text: [UInt8] = []
        var hasBegun = false
        for line in lines {
            let start = text.count
            text.append(contentsOf: line)
            hasBegun = hasBegun || !text.isUnicodeBlank(start..<text.count)
            if hasBegun { text.append(0x0A) } else { text.removeAll(keepingCapacity: true) }
        }
        return Array(text[..<text.droppingWhiteSpace(0, text.count)])
    }
}

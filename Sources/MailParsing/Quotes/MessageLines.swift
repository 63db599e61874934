/// A plain-text body, split into lines.
struct MessageLines {
    let lines: [QuoteLine]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = bytes.lines().map { QuoteLine(bytes, $0) }
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

    /// The body without a quote. The parts before and behind it are separated by one blank line.
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

internal import HTMLParsing
internal import WebAddresses

/// The state of Base64 between two pieces.
///
/// Padding ends the content, but some programs encode a content in several pieces with padding. So a line of digits behind the padding is
/// content, too. Any other line, such as the footer that a list adds, ends it.
///
/// - SeeAlso: RFC 2045, section 6.8; RFC 4648, section 4
struct Base64State: Sendable {
    private enum State {
        case content
        /// Behind padding: whole lines decide whether the content goes on.
        case behindPadding
        case ended
    }

    /// The shortest line of digits that is content in any case, in bytes. Shorter ones may be words.
    private static let minLineBytes = 40
    /// The longest line that is examined as a whole, in bytes.
    private static let maxLineBytes = 1_000
    private static let padding = UInt8(ascii: "=")

    private(set) var hasFaults = false
    private var digits = Base64Digits()
    private var state = State.content
    /// The line behind padding whose end has not arrived.
    private var line: [UInt8] = []

    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count / 4 * 3 + 3)
        var index = 0
        while index < bytes.count {
            switch state {
            case .content: index = decodeContent(bytes, from: index, into: &output)
            case .behindPadding: index = readLine(bytes, from: index, into: &output)
            case .ended:
                noteRest(bytes, from: index)
                return
            }
        }
    }

    mutating func finish(into output: inout [UInt8]) {
        if state == .behindPadding { endLine(into: &output) }
        if !digits.finish(into: &output) { hasFaults = true }
    }

    /// Decodes content up to padding.
    ///
    /// - Returns: The offset behind it, or the end.
    private mutating func decodeContent(_ bytes: Span<UInt8>, from start: Int, into output: inout [UInt8]) -> Int {
        var index = start
        while index < bytes.count {
            index = digits.decode(bytes, from: index, into: &output)
            if index == bytes.count { break }
            let byte = bytes[index]
            index += 1
            if byte.isFoldedSpace { continue }
            if byte != Self.padding || digits.pending < 2 {
                hasFaults = true
                continue
            }
            _ = digits.finish(into: &output)
            state = .behindPadding
            break
        }
        return index
    }

    /// Reads a line behind padding, or the rest of the line with the padding.
    ///
    /// - Returns: The offset behind it, or the end.
    private mutating func readLine(_ bytes: Span<UInt8>, from start: Int, into output: inout [UInt8]) -> Int {
        for index in start..<bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                endLine(into: &output)
                return index + 1
            }
            line.append(bytes[index])
            if line.count > Self.maxLineBytes {
                endLine(into: &output)
                return index + 1
            }
        }
        return bytes.count
    }

    /// Decodes a line behind padding if it is content.
    private mutating func endLine(into output: inout [UInt8]) {
        let text = line.filter { !$0.isFoldedSpace }
        line.removeAll(keepingCapacity: true)
        if text.isEmpty { return }
        let body = text.drop { $0 == Self.padding }
        if body.isEmpty { return }
        guard isContent(body) else {
            hasFaults = true
            state = .ended
            return
        }
        var index = 0
        while index < body.count {
            index = digits.decode(body.span, from: index, into: &output)
            // The next byte is padding.
            if index < body.count, !digits.finish(into: &output) { hasFaults = true }
            index += 1
        }
    }

    /// Whether a line behind padding has digits and padding alone, and is no word.
    private func isContent(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.allSatisfy({ Base64Digits.isDigit($0) || $0 == Self.padding }) else { return false }
        if text.count >= Self.minLineBytes || text.last == Self.padding { return true }
        let isWord = text.allSatisfy(\.isASCIILetter) && text.dropFirst().allSatisfy { $0 >= UInt8(ascii: "a") }
        return (digits.pending + text.count) % 4 == 0 && !isWord
    }

    /// Text behind the end, such as the footer that a list adds, is no part of the content.
    private mutating func noteRest(_ bytes: Span<UInt8>, from start: Int) {
        if hasFaults { return }
        for index in start..<bytes.count where !bytes[index].isFoldedSpace && bytes[index] != Self.padding {
            hasFaults = true
            return
        }
    }
}

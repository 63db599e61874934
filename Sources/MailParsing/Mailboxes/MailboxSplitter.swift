internal import HTMLParsing

/// The ways in which mailboxes in one file keep lines that begin with `From `.
///
/// - SeeAlso: [mbox(5)](https://www.tin.org/bin/man.cgi?section=5&topic=mbox)
package enum MailboxDialect: String, CaseIterable, Sendable {
    /// Recognised: `>From ` is undone, and a length in a header counts where a message ends there.
    case auto
    /// `From ` is written as `>From `, and `>From ` stays.
    case mboxo
    /// Each line of `>` and `From ` gets one more `>`.
    case mboxrd
    /// As mboxo, with the length of the content in the header.
    case mboxcl
    /// Nothing is quoted: the length of the content says where it ends.
    case mboxcl2
}

/// Receives the messages of a mailbox.
protocol MailboxSink {
    /// Begins a message.
    ///
    /// - Parameters:
    ///   - offset: Its place in the mailbox in bytes.
    ///   - hasFromLine: Whether the line in front of it is there.
    mutating func beginMessage(at offset: Int, hasFromLine: Bool)
    /// Takes the next bytes of the message, with quoted lines undone.
    mutating func content(_ bytes: Span<UInt8>)
    /// Ends the message.
    mutating func endMessage()
}

/// Cuts a mailbox into its messages while it arrives in pieces.
///
/// A message begins with a ``FromLine`` behind an empty line, and with a field of a header below it. So a sentence that begins with `From ` stays
/// in its message.
struct MailboxSplitter: Sendable {
    /// How far the end is looked for that a header promises, in bytes.
    private static let maxLookahead = 1 << 20
    /// The longest line that is examined as a whole, in bytes.
    private static let maxLineBytes = 64 << 10
    /// The most bytes of empty lines between the end that a header promises and the next message.
    private static let maxBlankBytes = 1_000

    private let dialect: MailboxDialect
    /// The bytes that cannot be decided yet.
    private var carry: [UInt8] = []
    /// The place of the first byte of ``carry``, or of the next one, in the mailbox.
    private var base = 0
    private var isInMessage = false
    private var isInHeader = false
    /// Whether the next byte continues a line whose beginning is consumed.
    private var isInsideLine = false
    /// Whether the line before is empty, or the header has just ended.
    private var isBehindBlank = true
    /// The last empty line, which belongs to the message only if another line of it follows.
    private var heldBlank: [UInt8] = []
    /// The length that the header gives.
    private var declaredLength: Int?
    /// The place where the content ends by the header; nil without a length.
    private var declaredEnd: Int?
    /// Whether a message ends at that place.
    private var isDeclaredEndTrue = false

    init(_ dialect: MailboxDialect) { self.dialect = dialect }

    /// Takes the next bytes.
    mutating func feed(_ bytes: Span<UInt8>, into sink: inout some MailboxSink) {
        if carry.isEmpty {
            let end = consume(bytes, isEnd: false, into: &sink)
            carry.append(span: bytes.extracting(end..<bytes.count))
            base += end
        } else {
            carry.append(span: bytes)
            rest(isEnd: false, into: &sink)
        }
    }

    /// Ends the mailbox.
    mutating func finish(into sink: inout some MailboxSink) {
        rest(isEnd: true, into: &sink)
        if isInMessage { sink.endMessage() }
        isInMessage = false
    }

    private mutating func rest(isEnd: Bool, into sink: inout some MailboxSink) {
        let joined = carry
        carry = []
        let end = consume(joined.span, isEnd: isEnd, into: &sink)
        carry = end == 0 ? joined : Array(joined[end...])
        base += end
    }

    /// Reads all lines that can be decided.
    ///
    /// - Returns: The offset of the first one that cannot.
    private mutating func consume(_ bytes: Span<UInt8>, isEnd: Bool, into sink: inout some MailboxSink) -> Int {
        /// The start of bytes that belong to the message and are not handed on.
        var run = 0
        var line = 0
        while line < bytes.count {
            let lineFeed = UInt8(ascii: "\n")
            let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: line, in: bytes)
            let isWhole = stop < bytes.count
            let end = isWhole ? stop + 1 : bytes.count
            if isInsideLine {
                isInsideLine = !isWhole
                line = end
                continue
            }
            let first = bytes[line]
            let mayWait = !isEnd && !isWhole && end - line <= Self.maxLineBytes
            if !isInMessage {
                if mayWait { return line }
                line = begin(bytes, line..<end, isWhole: isWhole, into: &sink)
                run = line
                continue
            }
            if isInHeader {
                if mayWait { break }
                readHeader(bytes.extracting(line..<end), endsAt: base + end)
            } else if first == lineFeed || first == 0x0D {
                if first == 0x0D, mayWait { break }
                if first == lineFeed || isWhole && end - line == 2 {
                    flush(bytes, run..<line, into: &sink)
                    flushBlank(into: &sink)
                    heldBlank.append(span: bytes.extracting(line..<end))
                    run = end
                    isBehindBlank = true
                    line = end
                    continue
                }
                isBehindBlank = false
            } else {
                if first == UInt8(ascii: "F"), isBehindBlank {
                    if mayWait, Self.mayBecome("From ", bytes.extracting(line..<end)) { break }
                    switch isBoundary(bytes, line..<end, isEnd: isEnd) {
                    case nil:
                        flush(bytes, run..<line, into: &sink)
                        return line
                    case true:
                        flush(bytes, run..<line, into: &sink)
                        sink.endMessage()
                        startMessage(at: base + line, hasFromLine: true, into: &sink)
                        run = end
                        line = end
                        continue
                    case false: break
                    }
                } else if first == UInt8(ascii: ">"), let quoted = quotedLine(bytes.extracting(line..<end)) {
                    if quoted == .unknown, mayWait { break }
                    if quoted == .quoted {
                        flush(bytes, run..<line, into: &sink)
                        run = line + 1
                    }
                }
                isBehindBlank = false
            }
            isInsideLine = !isWhole
            line = end
        }
        flush(bytes, run..<line, into: &sink)
        return line
    }

    /// Begins the first message, behind empty lines.
    ///
    /// - Returns: The offset of its header.
    private mutating func begin(_ bytes: Span<UInt8>, _ line: Range<Int>, isWhole: Bool, into sink: inout some MailboxSink) -> Int {
        let start = base + line.lowerBound == 0 && bytes.extracting(line).starts(with: "\u{FEFF}") ? line.lowerBound + 3 : line.lowerBound
        let text = bytes.extracting(start..<line.upperBound)
        if text.indices.allSatisfy({ text[$0].isFoldedSpace }) { return line.upperBound }
        let hasFromLine = text.starts(with: "From ")
        startMessage(at: base + start, hasFromLine: hasFromLine, into: &sink)
        isInsideLine = hasFromLine && !isWhole
        return hasFromLine ? line.upperBound : start
    }

    private mutating func startMessage(at offset: Int, hasFromLine: Bool, into sink: inout some MailboxSink) {
        isInMessage = true
        isInHeader = true
        isBehindBlank = false
        heldBlank = []
        declaredLength = nil
        declaredEnd = nil
        isDeclaredEndTrue = false
        sink.beginMessage(at: offset, hasFromLine: hasFromLine)
    }

    /// Hands on bytes of the message, behind an empty line in front of them.
    private mutating func flush(_ bytes: Span<UInt8>, _ range: Range<Int>, into sink: inout some MailboxSink) {
        if range.isEmpty { return }
        flushBlank(into: &sink)
        sink.content(bytes.extracting(range))
    }

    /// Hands on the empty line that waits.
    private mutating func flushBlank(into sink: inout some MailboxSink) {
        if heldBlank.isEmpty { return }
        sink.content(heldBlank.span)
        heldBlank.removeAll(keepingCapacity: true)
    }

    private mutating func readHeader(_ line: Span<UInt8>, endsAt end: Int) {
        if line[0] == UInt8(ascii: "\n") || line[0] == 0x0D && line.count == 2 {
            isInHeader = false
            isBehindBlank = true
            if dialect == .auto || dialect == .mboxcl2 { declaredEnd = declaredLength.map { $0 + end } }
            return
        }
        if line[0] == 0x20 || line[0] == 0x09 { return }
        guard let field = MailHeaders.fieldName(line) else {
            // The content begins without an empty line.
            if !line.starts(with: ">From ") { isInHeader = false }
            return
        }
        guard field.name == 14, Self.isContentLength(line) else { return }
        var value = 0
        for index in field.value..<line.count where !line[index].isFoldedSpace {
            guard line[index].isASCIIDigit, value < 1 << 50 else { return }
            value = value * 10 + Int(line[index] - UInt8(ascii: "0"))
        }
        declaredLength = value
    }

    private static func isContentLength(_ line: Span<UInt8>) -> Bool {
        var index = 0
        for byte in "content-length".utf8 {
            if line[index].asciiLowercased != byte { return false }
            index += 1
        }
        return true
    }

    /// Whether a line that has not ended may begin with a text.
    private static func mayBecome(_ text: StaticString, _ line: Span<UInt8>) -> Bool {
        let text = Array(String(describing: text).utf8)
        for index in 0..<min(text.count, line.count) where text[index] != line[index] { return false }
        return true
    }
}

extension MailboxSplitter {
    /// Whether a line begins a message; nil if the bytes behind it do not tell yet.
    private mutating func isBoundary(_ bytes: Span<UInt8>, _ line: Range<Int>, isEnd: Bool) -> Bool? {
        guard FromLine.isOne(bytes.extracting(line)) else { return false }
        guard let isFollowed = isFollowedByField(bytes, from: line.upperBound, isEnd: isEnd) else { return nil }
        guard isFollowed else { return false }
        let offset = base + line.lowerBound
        guard let declaredEnd, offset < declaredEnd else { return true }
        if isDeclaredEndTrue { return false }
        // Where nothing but the length says where a message ends, it counts although its end is far.
        guard declaredEnd - offset <= Self.maxLookahead else { return dialect != .mboxcl2 }
        guard let isTrue = endsMessage(bytes, at: declaredEnd - base, isEnd: isEnd) else { return nil }
        isDeclaredEndTrue = isTrue
        return !isTrue
    }

    /// Whether a field of a header begins at an offset; nil if more bytes are needed.
    private func isFollowedByField(_ bytes: Span<UInt8>, from start: Int, isEnd: Bool) -> Bool? {
        guard start < bytes.count else { return isEnd ? false : nil }
        let lineFeed = UInt8(ascii: "\n")
        let rest = bytes.extracting(start..<min(bytes.count, start + FromLine.maxFieldBytes + 1))
        let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: 0, in: rest)
        return FromLine.isField(rest.extracting(0..<stop), isWhole: stop < rest.count || isEnd)
    }

    /// Whether a message ends at an offset: empty lines follow, then a message or nothing. nil if more bytes are needed.
    private func endsMessage(_ bytes: Span<UInt8>, at offset: Int, isEnd: Bool) -> Bool? {
        guard offset <= bytes.count else { return isEnd ? false : nil }
        guard
            bytes[offset - 1] == UInt8(ascii: "\n") || offset == bytes.count || bytes[offset] == UInt8(ascii: "\n") || bytes[offset] == 0x0D
        else { return false }
        var start = offset
        while start < bytes.count, bytes[start] == UInt8(ascii: "\n") || bytes[start] == 0x0D {
            start += 1
            if start - offset > Self.maxBlankBytes { return false }
        }
        if start == bytes.count { return isEnd ? true : nil }
        let lineFeed = UInt8(ascii: "\n")
        let rest = bytes.extracting(start..<min(bytes.count, start + FromLine.maxBytes + 1))
        let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: 0, in: rest)
        if stop == rest.count, !isEnd, stop <= FromLine.maxBytes { return nil }
        return FromLine.isOne(rest.extracting(0..<stop))
    }

    /// What a line that begins with `>` is.
    private enum QuotedLine { case quoted, unknown }

    /// Whether a line loses its first `>`; nil if it keeps it.
    private func quotedLine(_ line: Span<UInt8>) -> QuotedLine? {
        if dialect == .mboxcl2 || isDeclaredEndTrue { return nil }
        var index = 0
        while index < line.count, line[index] == UInt8(ascii: ">") { index += 1 }
        if index > 1, dialect == .mboxo || dialect == .mboxcl { return nil }
        let rest = line.extracting(index..<line.count)
        if rest.count < 5 { return Self.mayBecome("From ", rest) ? .unknown : nil }
        return rest.starts(with: "From ") ? .quoted : nil
    }
}

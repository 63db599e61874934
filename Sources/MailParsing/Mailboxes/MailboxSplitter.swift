internal import HTMLParsing

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
/// in its message. Lines that are nearly that are counted.
struct MailboxSplitter: Sendable {
    /// What a line is.
    enum Line { case undecided, header, blank, boundary, quoted, text }

    /// The longest line that is examined as a whole, in bytes.
    private static let maxLineBytes = 64 << 10

    let dialect: MailboxDialect
    /// The bytes that cannot be decided yet.
    private var carry: [UInt8] = []
    /// The place of the first byte of ``carry``, or of the next one, in the mailbox.
    private(set) var base = 0
    private var isInMessage = false
    var isInHeader = false
    /// Whether the header has a line.
    var hasHeaderLine = false
    /// Whether the next byte continues a line whose beginning is consumed.
    private var isInsideLine = false
    /// Whether the line before is empty, or the header has just ended.
    var isBehindBlank = true
    /// The last empty line, which belongs to the message only if another line of it follows.
    private var heldBlank: [UInt8] = []
    /// The length that the header gives.
    var declaredLength: Int?
    /// The place where the content ends by the header; nil without a length.
    var declaredEnd: Int?
    /// Whether a message ends at that place.
    var isDeclaredEndTrue = false
    /// Beginnings of messages that a length covers whose end is too far away to look at.
    var farLines = DoubtfulLines()
    /// Lines that are read as text because they lack a part of what begins a message.
    var unclearLines = DoubtfulLines()
    /// Lines that are read as text because a length in a header covers them.
    var coveredLines = DoubtfulLines()

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
        if isInMessage {
            checkFarLines(endAt: base)
            sink.endMessage()
        }
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
            let mayWait = !isEnd && !isWhole && end - line <= Self.maxLineBytes
            if !isInMessage {
                if mayWait { return line }
                line = begin(bytes, line..<end, isWhole: isWhole, into: &sink)
                run = line
                continue
            }
            switch kind(of: line..<end, in: bytes, isWhole: isWhole, mayWait: mayWait, isEnd: isEnd) {
            case .undecided:
                flush(bytes, run..<line, into: &sink)
                return line
            case .blank:
                flush(bytes, run..<line, into: &sink)
                flushBlank(into: &sink)
                heldBlank.append(span: bytes.extracting(line..<end))
                isBehindBlank = true
                run = end
            case .boundary:
                flush(bytes, run..<line, into: &sink)
                checkFarLines(endAt: base + line)
                sink.endMessage()
                startMessage(at: base + line, hasFromLine: true, into: &sink)
                run = end
            case .quoted:
                flush(bytes, run..<line, into: &sink)
                run = line + 1
                isBehindBlank = false
            case .text: isBehindBlank = false
            case .header: break
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
        hasHeaderLine = false
        isBehindBlank = false
        heldBlank = []
        declaredLength = nil
        declaredEnd = nil
        isDeclaredEndTrue = false
        farLines = DoubtfulLines()
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
}

internal import Checksums
internal import HTMLParsing

/// Reads a message that arrives in pieces, and keeps its header and its texts. Attachments are counted and hashed, so that memory does not
/// grow with them.
///
///     var reader = MIMEReader()
///     reader.feed(bytes)
///     let message = reader.finish()
///
/// Any bytes are a message: faults are mended, and ``MIMEMessage/problems`` names them.
///
/// - SeeAlso: RFC 5322, section 2; RFC 2046, section 5.1
package struct MIMEReader: Sendable {
    /// What the next line belongs to.
    enum State { case header, content, outside }

    /// A multipart that has not ended.
    struct OpenMultipart: Sendable {
        let part: Int
        let boundary: [UInt8]
        /// What stands in front of the first part. It is the text of a multipart that has none.
        var preamble: PartContent?
    }

    /// The longest line that can be a boundary, in bytes. Standard ones have 70.
    static let maxBoundaryLineBytes = 1_000
    /// The bytes of an embedded message in which its subject is looked for.
    static let embeddedHeaderBytes = 64 << 10

    let limits: MIMELimits
    let keepsAttachments: Bool
    var state = State.header
    /// The beginning of a line whose end has not arrived.
    var carry: [UInt8] = []
    /// The bytes of ``carry`` that have no line feed.
    var scanned = 0
    /// Whether the next byte continues a line whose beginning is consumed.
    var isInsideLine = false
    /// The line end behind the last line of the content, which may belong to a boundary.
    var heldBreak: [UInt8] = []

    /// The header of the message.
    var headers = MailHeaders()
    /// The header that is being read, if it is that of a part.
    var partHeaders = MailHeaders()
    var headerBytes = 0
    var parts: [MIMEPart] = []
    var open: [OpenMultipart] = []
    /// The part whose content is being read.
    var current: Int?
    /// The decoded bytes that are kept of attachments.
    var keptBytes = 0
    /// The decoded bytes that are kept of texts.
    var textBytes = 0
    var isFirstLine = true
    var problems = MIMEProblems()
    /// Makes an ID of a message that has none.
    var identity: SHA256Hasher?

    /// - Parameters:
    ///   - limits: The limits of the message.
    ///   - keepsAttachments: Whether the bytes of attachments are kept.
    package init(_ limits: MIMELimits = .standard, keepsAttachments: Bool = false) {
        self.limits = limits
        self.keepsAttachments = keepsAttachments
    }

    /// Takes the next bytes of the message, which may end anywhere.
    package mutating func feed(_ bytes: Span<UInt8>) {
        if carry.isEmpty {
            let end = consume(bytes)
            carry.append(span: bytes.extracting(end..<bytes.count))
        } else {
            carry.append(span: bytes)
            let joined = carry
            carry = []
            let end = consume(joined.span)
            carry = end == 0 ? joined : Array(joined[end...])
        }
    }

    /// Ends the message.
    package mutating func finish() -> MIMEMessage {
        if !carry.isEmpty {
            let rest = carry
            carry = []
            if state == .header {
                headerLine(rest.span)
            } else if isInsideLine || !isBoundary(rest.span) {
                addContent(rest.span)
            }
        }
        if state == .header { endHeader() }
        endContent(keepingBreak: true)
        closeMultiparts(downTo: 0, isComplete: false)
        return MIMEMessage(headers: headers, parts: parts, problems: problems, generatedID: identity?.hex())
    }

    /// Reads whole lines, and content that cannot be a boundary.
    ///
    /// - Returns: The offset of the rest, which needs more bytes.
    mutating func consume(_ bytes: Span<UInt8>) -> Int {
        var index = 0
        while index < bytes.count {
            if state != .header {
                guard let next = readContent(bytes, from: index) else { return bytes.count }
                if next.isRest { return next.offset }
                index = next.offset
                continue
            }
            let end = lineEnd(bytes, from: index, skipping: index == 0 ? scanned : 0)
            guard end > 0 else {
                scanned = bytes.count - index
                if scanned <= limits.maxHeaderBytes { return index }
                scanned = 0
                problems.add("the header is longer than \(limits.maxHeaderBytes) bytes; the rest of it is left out")
                isInsideLine = true
                return bytes.count
            }
            scanned = 0
            if isInsideLine {
                isInsideLine = false
            } else {
                headerLine(bytes.extracting(index..<end))
            }
            index = end
        }
        return index
    }

    /// The offset behind the next line feed; 0 if there is none.
    func lineEnd(_ bytes: Span<UInt8>, from start: Int, skipping known: Int = 0) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: start + known, in: bytes)
        return stop < bytes.count ? stop + 1 : 0
    }
}

extension Span where Element == UInt8 {
    /// Whether the bytes begin with a text.
    func starts(with text: StaticString) -> Bool {
        let text = String(describing: text).utf8
        guard count >= text.count else { return false }
        var index = 0
        for byte in text {
            if self[index] != byte { return false }
            index += 1
        }
        return true
    }
}

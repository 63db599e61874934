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
    private enum State { case header, content, outside }

    /// A multipart that has not ended.
    private struct OpenMultipart: Sendable {
        let part: Int
        let boundary: [UInt8]
        /// What stands in front of the first part. It is the text of a multipart that has none.
        var preamble: PartContent?
    }

    /// The longest line that can be a boundary, in bytes. Standard ones have 70.
    private static let maxBoundaryLineBytes = 1_000
    /// The bytes of an embedded message in which its subject is looked for.
    private static let embeddedHeaderBytes = 64 << 10

    private let limits: MIMELimits
    private let keepsAttachments: Bool
    private var state = State.header
    /// The beginning of a line whose end has not arrived.
    private var carry: [UInt8] = []
    /// The bytes of ``carry`` that have no line feed.
    private var scanned = 0
    /// Whether the next byte continues a line whose beginning is consumed.
    private var isInsideLine = false
    /// The line end behind the last line of the content, which may belong to a boundary.
    private var heldBreak: [UInt8] = []

    /// The header of the message.
    private(set) var headers = MailHeaders()
    /// The header that is being read, if it is that of a part.
    private var partHeaders = MailHeaders()
    private var headerBytes = 0
    private var parts: [MIMEPart] = []
    private var open: [OpenMultipart] = []
    /// The part whose content is being read.
    private var current: Int?
    /// Decoded bytes that may still be kept for attachments.
    private var keptBytes = 0
    private var isFirstLine = true
    private var problems = MIMEProblems()
    /// Makes an ID of a message that has none.
    private var identity: SHA256Hasher?

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
    private mutating func consume(_ bytes: Span<UInt8>) -> Int {
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
    private func lineEnd(_ bytes: Span<UInt8>, from start: Int, skipping known: Int = 0) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: start + known, in: bytes)
        return stop < bytes.count ? stop + 1 : 0
    }
}

extension MIMEReader {
    /// Reads a line of a header.
    private mutating func headerLine(_ line: Span<UInt8>) {
        defer { isFirstLine = false }
        let isBlank = line[0] == UInt8(ascii: "\n") || line[0] == 0x0D && (line.count == 1 || line[1] == UInt8(ascii: "\n"))
        if isBlank {
            endHeader()
            return
        }
        if !open.isEmpty, isBoundary(line) { return }
        headerBytes += line.count
        if headerBytes > limits.maxHeaderBytes {
            if MailHeaders.fieldName(line) != nil || line[0] == 0x20 || line[0] == 0x09 {
                problems.add("the header is longer than \(limits.maxHeaderBytes) bytes; the rest of it is left out")
                return
            }
        } else if parts.isEmpty ? headers.add(line: line) : partHeaders.add(line: line) {
            return
        }
        if isFirstLine, line.starts(with: "From ") || line.starts(with: ">From ") { return }
        if isFirstLine, line.starts(with: "\u{FEFF}") {
            // A byte order mark in front of the first field.
            isFirstLine = false
            headerLine(line.extracting(3..<line.count))
            return
        }
        problems.add("a header ends without an empty line")
        endHeader()
        addLine(line)
    }

    /// Adds a line of content whose end is known.
    private mutating func addLine(_ line: Span<UInt8>) {
        guard let next = readContent(line, from: 0), next.isRest else { return }
        addContent(line.extracting(next.offset..<line.count))
    }

    /// Ends a header, and begins what it describes.
    private mutating func endHeader() {
        let isInDigest = open.last.map { parts[$0.part].multipart == "digest" } ?? false
        let isRoot = parts.isEmpty
        var part = MIMEPart(isRoot ? headers : partHeaders, isInDigest: isInDigest)
        if isRoot { beginIdentity() }
        let index = parts.count
        if let parent = open.last?.part { parts[parent].children.append(index) }
        state = .content
        isInsideLine = false
        heldBreak = []
        if part.multipart != nil {
            let boundary = boundary(isRoot ? headers : partHeaders)
            if let boundary, open.count < limits.maxDepth {
                let preamble = PartContent(.identity, keeping: .text(limit: limits.maxTextBytes))
                open.append(OpenMultipart(part: index, boundary: boundary, preamble: preamble))
                parts.append(part)
                current = nil
                state = .outside
                return
            }
            problems.add(
                boundary == nil ? "a multipart names no boundary; it is read as text" : "parts nest deeper than \(limits.maxDepth)")
            part.becomeText()
        }
        part.content = content(for: part, isRoot ? headers : partHeaders)
        parts.append(part)
        current = index
    }

    private mutating func content(for part: MIMEPart, _ headers: MailHeaders) -> PartContent {
        let name = headers.value("content-transfer-encoding").map { HeaderParameters($0).value } ?? ""
        let encoding = TransferDecoder.Encoding(named: name)
        if encoding == nil {
            problems.add("the transfer encoding \(name.prefix(40).debugDescription) is unknown; the content stays as it is")
        }
        let keeping: PartContent.Keeping =
            if part.isText {
                .text(limit: limits.maxTextBytes)
            } else if keepsAttachments {
                .attachment(limit: limits.maxKeptBytes - keptBytes)
            } else {
                part.isMessage ? .beginning(limit: Self.embeddedHeaderBytes) : .nothing
            }
        return PartContent(encoding ?? .identity, keeping: keeping)
    }

    private func boundary(_ headers: MailHeaders) -> [UInt8]? {
        guard var boundary = headers.value("content-type").flatMap({ HeaderParameters($0).bytes("boundary") }) else { return nil }
        while let last = boundary.last, last.isFoldedSpace { boundary.removeLast() }
        return boundary.isEmpty || boundary.count > Self.maxBoundaryLineBytes / 2 ? nil : boundary
    }

    private mutating func beginIdentity() {
        guard headers.value("message-id").map({ MessageID.list($0, isLenient: true).isEmpty }) ?? true else { return }
        identity = SHA256Hasher()
        identity?.update(headers.bytes.filter { $0 != 0x0D })
    }
}

extension MIMEReader {
    /// Reads content up to the next boundary.
    ///
    /// - Returns: The offset behind the boundary, or that of a rest which needs more bytes; nil if all bytes are read.
    private mutating func readContent(_ bytes: Span<UInt8>, from start: Int) -> (offset: Int, isRest: Bool)? {
        let dash = UInt8(ascii: "-")
        var line = start
        while true {
            let end = lineEnd(bytes, from: line)
            guard end > 0 else { break }
            if !isInsideLine, bytes[line] == dash, bytes[line + 1] == dash, !open.isEmpty {
                let whole = bytes.extracting(line..<end)
                if let level = matchingLevel(whole) {
                    addContent(bytes.extracting(start..<line))
                    pass(level.place, isEnd: level.isEnd)
                    return (end, false)
                }
            }
            isInsideLine = false
            line = end
            if line == bytes.count { break }
        }
        addContent(bytes.extracting(start..<line))
        guard line < bytes.count else { return nil }
        let canBeBoundary =
            !isInsideLine && !open.isEmpty && bytes[line] == dash && (line + 1 == bytes.count || bytes[line + 1] == dash)
            && bytes.count - line <= Self.maxBoundaryLineBytes
        if canBeBoundary { return (line, true) }
        // A carriage return may belong to a line end.
        let end = bytes[bytes.count - 1] == 0x0D ? bytes.count - 1 : bytes.count
        if end > line {
            addContent(bytes.extracting(line..<end))
            isInsideLine = true
        }
        return end < bytes.count ? (end, true) : nil
    }

    /// Adds content. A line end at its end waits, because it belongs to a boundary that follows.
    private mutating func addContent(_ bytes: Span<UInt8>) {
        guard bytes.count > 0 else { return }
        if identity != nil { updateIdentity(bytes) }
        var end = bytes.count
        if bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 + (end > 1 && bytes[end - 2] == 0x0D ? 1 : 0) }
        let line = heldBreak
        heldBreak = []
        if !line.isEmpty { addToPart(line.span) }
        addToPart(bytes.extracting(0..<end))
        heldBreak.append(span: bytes.extracting(end..<bytes.count))
    }

    private mutating func addToPart(_ bytes: Span<UInt8>) {
        if let current {
            parts[current].content?.add(bytes)
        } else if state == .outside, let last = open.indices.last {
            open[last].preamble?.add(bytes)
        }
    }

    private mutating func updateIdentity(_ bytes: Span<UInt8>) {
        var text: [UInt8] = []
        text.append(span: bytes)
        identity?.update(text.filter { $0 != 0x0D })
    }

    /// Finds the multipart whose boundary a line is. An inner one comes first.
    private func matchingLevel(_ line: Span<UInt8>) -> (place: Int, isEnd: Bool)? {
        guard line.count <= Self.maxBoundaryLineBytes else { return nil }
        let dash = UInt8(ascii: "-")
        var end = line.count
        while end > 2, line[end - 1].isFoldedSpace { end -= 1 }
        guard end > 2, line[0] == dash, line[1] == dash else { return nil }
        let closes = end >= 5 && line[end - 1] == dash && line[end - 2] == dash
        for place in open.indices.reversed() {
            let boundary = open[place].boundary
            let count = boundary.count
            guard count == end - 2 || closes && count == end - 4 else { continue }
            var index = 0
            while index < count, boundary[index] == line[index + 2] { index += 1 }
            if index == count { return (place, count != end - 2) }
        }
        return nil
    }

    /// Passes a boundary if a line is one.
    private mutating func isBoundary(_ line: Span<UInt8>) -> Bool {
        guard let level = matchingLevel(line) else { return false }
        if state == .header {
            problems.add("a boundary stands in a header")
            endHeader()
        }
        pass(level.place, isEnd: level.isEnd)
        return true
    }

    /// Passes the boundary of a multipart.
    private mutating func pass(_ place: Int, isEnd: Bool) {
        endContent(keepingBreak: false)
        closeMultiparts(downTo: place + 1, isComplete: false)
        open[place].preamble = nil
        if isEnd {
            closeMultiparts(downTo: place, isComplete: true)
            state = .outside
        } else if parts.count >= limits.maxParts {
            problems.add("the message has more than \(limits.maxParts) parts; the others are left out")
            state = .outside
        } else {
            partHeaders = MailHeaders()
            state = .header
        }
        isInsideLine = false
        heldBreak = []
    }

    /// Ends the content of the current part.
    private mutating func endContent(keepingBreak: Bool) {
        if keepingBreak, !heldBreak.isEmpty {
            let line = heldBreak
            heldBreak = []
            addToPart(line.span)
        }
        guard let current else { return }
        self.current = nil
        parts[current].content?.finish()
        guard let content = parts[current].content else { return }
        if content.hasFaults {
            problems.add("\(content.isBase64 ? "Base64" : "a transfer encoding") has characters that do not belong there")
        }
        if content.isCut, parts[current].isText { problems.add("a text is longer than \(limits.maxTextBytes) bytes, and is cut") }
        if keepsAttachments, !parts[current].isText {
            keptBytes += content.kept.count
            if content.isCut { problems.add("attachments are longer than \(limits.maxKeptBytes) bytes; not all are kept") }
        }
    }

    /// Closes the multiparts from one on.
    private mutating func closeMultiparts(downTo place: Int, isComplete: Bool) {
        while open.count > place {
            let multipart = open.removeLast()
            if !isComplete { problems.add("a multipart ends without its last boundary") }
            guard parts[multipart.part].children.isEmpty, var content = multipart.preamble else { continue }
            // A multipart without parts is a text.
            problems.add("a multipart has no parts; it is read as text")
            content.finish()
            parts[multipart.part].becomeText()
            parts[multipart.part].content = content
        }
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

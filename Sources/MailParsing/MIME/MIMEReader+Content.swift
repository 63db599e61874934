internal import Checksums
internal import HTMLParsing

extension MIMEReader {
    /// Reads content up to the next boundary.
    ///
    /// - Returns: The offset behind the boundary, or that of a rest which needs more bytes; nil if all bytes are read.
    mutating func readContent(_ bytes: Span<UInt8>, from start: Int) -> (offset: Int, isRest: Bool)? {
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
    mutating func addContent(_ bytes: Span<UInt8>) {
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

    mutating func addToPart(_ bytes: Span<UInt8>) {
        if let current {
            parts[current].content?.add(bytes)
        } else if state == .outside, let last = open.indices.last {
            open[last].preamble?.add(bytes)
        }
    }

    mutating func updateIdentity(_ bytes: Span<UInt8>) {
        var text: [UInt8] = []
        text.append(span: bytes)
        identity?.update(text.filter { $0 != 0x0D })
    }

    /// Finds the multipart whose boundary a line is. An inner one comes first.
    func matchingLevel(_ line: Span<UInt8>) -> (place: Int, isEnd: Bool)? {
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
    mutating func isBoundary(_ line: Span<UInt8>) -> Bool {
        guard let level = matchingLevel(line) else { return false }
        if state == .header {
            problems.add("a boundary stands in a header")
            endHeader()
        }
        pass(level.place, isEnd: level.isEnd)
        return true
    }

    /// Passes the boundary of a multipart.
    mutating func pass(_ place: Int, isEnd: Bool) {
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
    mutating func endContent(keepingBreak: Bool) {
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
        if parts[current].isText {
            textBytes += content.kept.count
            if content.isCut { problems.add("the text is longer than \(limits.maxTextBytes) bytes, and is cut") }
        } else if keepsAttachments {
            keptBytes += content.kept.count
            if content.isCut { problems.add("attachments are longer than \(limits.maxKeptBytes) bytes; not all are kept") }
        }
    }

    /// Closes the multiparts from one on.
    mutating func closeMultiparts(downTo place: Int, isComplete: Bool) {
        while open.count > place {
            let multipart = open.removeLast()
            if !isComplete { problems.add("a multipart ends without its last boundary") }
            guard parts[multipart.part].children.isEmpty, var content = multipart.preamble else { continue }
            // A multipart without parts is a text.
            problems.add("a multipart has no parts; it is read as text")
            content.finish()
            textBytes += content.kept.count
            if content.isCut { problems.add("the text is longer than \(limits.maxTextBytes) bytes, and is cut") }
            parts[multipart.part].becomeText()
            parts[multipart.part].content = content
        }
    }
}

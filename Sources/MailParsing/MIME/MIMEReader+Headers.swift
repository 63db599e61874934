internal import Checksums
internal import HTMLParsing

extension MIMEReader {
    /// Reads a line of a header.
    mutating func headerLine(_ line: Span<UInt8>) {
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
            if line.count > 3 { headerLine(line.extracting(3..<line.count)) }
            return
        }
        problems.add("a header ends without an empty line")
        endHeader()
        addLine(line)
    }

    /// Adds a line of content whose end is known.
    mutating func addLine(_ line: Span<UInt8>) {
        guard let next = readContent(line, from: 0), next.isRest else { return }
        addContent(line.extracting(next.offset..<line.count))
    }

    /// Ends a header, and begins what it describes.
    mutating func endHeader() {
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
                let preamble = PartContent(.identity, keeping: .text(limit: limits.maxTextBytes - textBytes))
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

    mutating func content(for part: MIMEPart, _ headers: MailHeaders) -> PartContent {
        let name = headers.value("content-transfer-encoding").map { HeaderParameters($0).value } ?? ""
        let encoding = TransferDecoder.Encoding(named: name)
        if encoding == nil {
            problems.add("the transfer encoding \(name.prefix(40).debugDescription) is unknown; the content stays as it is")
        }
        let keeping: PartContent.Keeping =
            if part.isText {
                .text(limit: limits.maxTextBytes - textBytes)
            } else if keepsAttachments {
                .attachment(limit: limits.maxKeptBytes - keptBytes)
            } else {
                part.isMessage ? .beginning(limit: Self.embeddedHeaderBytes) : .nothing
            }
        return PartContent(encoding ?? .identity, keeping: keeping)
    }

    func boundary(_ headers: MailHeaders) -> [UInt8]? {
        guard var boundary = headers.value("content-type").flatMap({ HeaderParameters($0).bytes("boundary") }) else { return nil }
        while let last = boundary.last, last.isFoldedSpace { boundary.removeLast() }
        return boundary.isEmpty || boundary.count > Self.maxBoundaryLineBytes / 2 ? nil : boundary
    }

    mutating func beginIdentity() {
        guard headers.value("message-id").map({ MessageIDs.inHeader($0, isLenient: true).isEmpty }) ?? true else { return }
        identity = SHA256Hasher()
        identity?.update(headers.bytes.filter { $0 != 0x0D })
    }
}

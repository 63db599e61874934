internal import HTMLParsing

/// Decodes the bytes of a document: detects the encoding, converts to UTF-8, replaces CR and CR LF by LF, and refuses characters that XML
/// forbids.
///
/// - SeeAlso: [XML 1.0, 2.2 Characters](https://www.w3.org/TR/xml/#charsets), [2.11 End-of-Line Handling](https://www.w3.org/TR/xml/#sec-line-ends),
///   [appendix F, Autodetection of Character Encodings](https://www.w3.org/TR/xml/#sec-guessing)
struct XMLCharacterDecoder: ~Copyable, Sendable {
    /// How the encoding was detected, which limits the encodings that the XML declaration may name.
    private enum Origin {
        /// By a byte order mark, or by the caller: any declaration is allowed, and ignored (RFC 7303, section 3).
        case certain
        /// By the zero bytes of UTF-16.
        case zeroBytes
        /// By the XML declaration, or UTF-8 without one.
        case declaration
    }

    /// The number of bytes at the start in which an XML declaration must end.
    private static let declarationBytes = 1024

    private let given: HTMLEncoding?
    private let mending: XMLMending
    /// The bytes up to the end of the XML declaration, until the encoding is known.
    private var head: [UInt8] = []
    private var decoder: HTMLTextDecoder?
    private var origin = Origin.declaration
    /// The length of a byte order mark of UTF-8.
    private var markBytes = 0
    private var decodedBytes = 0
    private var isBehindReturn = false
    /// The place of the first character that was not skipped as white space at the start.
    private(set) var start = XMLPosition(line: 1, column: 1)
    /// Whether a control character was left out.
    private var hasDropped = false
    private var firstDropped: (code: UInt32, index: Int)?

    /// - Parameters:
    ///   - given: The encoding that the transport names, such as a `Content-Type` header. A byte order mark has precedence.
    ///   - mending: What is left out.
    init(encoding given: HTMLEncoding?, mending: XMLMending) {
        self.given = given
        self.mending = mending
    }

    /// Returns the first control character of the document that was left out, and its offset in the text; nil at a second call.
    mutating func takeFirstDropped() -> (code: UInt32, index: Int)? {
        defer { firstDropped = nil }
        return firstDropped
    }

    /// Appends the characters of the next bytes.
    ///
    /// - Returns: The fault after the appended characters; nil if there is none.
    mutating func take(_ chunk: Span<UInt8>, into text: inout [UInt8]) -> XMLError.Reason? {
        if decoder != nil { return decode(chunk, into: &text) }
        for index in chunk.indices { head.append(chunk[index]) }
        if mending.contains(.leadingSpace) { skipSpaceInHead() }
        guard isHeadComplete else { return nil }
        return decodeHead(into: &text)
    }

    /// Appends the characters that were held back.
    mutating func finish(into text: inout [UInt8]) -> XMLError.Reason? {
        if decoder == nil, let fault = decodeHead(into: &text) { return fault }
        guard let rest = decoder?.finish() else { return nil }
        return append(rest, into: &text)
    }

    /// The fault of the encoding that the XML declaration names; nil if the encoding is allowed.
    func fault(ofDeclared label: String) -> XMLError.Reason? {
        guard origin != .certain else { return nil }
        guard let encoding = HTMLEncoding(label: label), encoding.isDecodable, encoding != .xUserDefined else {
            return .unknownEncoding(label)
        }
        let isWide = encoding == .utf16BE || encoding == .utf16LE
        if isWide == (origin == .zeroBytes) { return nil }
        return .wrongEncoding(declared: label, found: isWide ? "not UTF-16" : "UTF-16")
    }

    /// The start without the control characters that are left out.
    private var plainHead: [UInt8] {
        guard mending.contains(.controlCharacters) else { return head }
        return head.filter { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    private mutating func skipSpaceInHead() {
        let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let end = head[mark...].firstIndex { !$0.isFoldedSpace } ?? head.count
        guard end > mark else { return }
        start.advance(over: head[mark..<end].span)
        head.removeSubrange(mark..<end)
    }

    private var isHeadComplete: Bool {
        guard head.count >= 4 else { return false }
        guard plainHead.starts(with: "<?xm".utf8), head.count < Self.declarationBytes else { return true }
        return head.contains(UInt8(ascii: ">"))
    }

    private mutating func decodeHead(into text: inout [UInt8]) -> XMLError.Reason? {
        let encoding: HTMLEncoding
        switch detect() {
        case .known(let found): encoding = found
        case .refused(let name): return .unknownEncoding(name)
        }
        decoder = HTMLTextDecoder(encoding)
        let bytes = head
        head = []
        return decode(bytes.span, into: &text)
    }

    private enum Detection {
        case known(HTMLEncoding)
        case refused(String)
    }

    private mutating func detect() -> Detection {
        func begins(_ bytes: UInt8...) -> Bool { head.starts(with: bytes) }
        if begins(0, 0, 0xFE, 0xFF) || begins(0xFF, 0xFE, 0, 0) || begins(0, 0, 0, 0x3C) || begins(0x3C, 0, 0, 0) {
            return .refused("UTF-32")
        }
        if begins(0x4C, 0x6F, 0xA7, 0x94) { return .refused("EBCDIC") }
        if begins(0xEF, 0xBB, 0xBF) {
            (origin, markBytes) = (.certain, 3)
            return .known(.utf8)
        }
        if begins(0xFE, 0xFF) || begins(0xFF, 0xFE) {
            origin = .certain
            return .known(begins(0xFE) ? .utf16BE : .utf16LE)
        }
        if let given, given.isDecodable {
            origin = .certain
            return .known(given)
        }
        if head.count >= 4, head[0] == 0 && head[1] == 0x3C && head[2] == 0 || head[0] == 0x3C && head[1] == 0 && head[3] == 0 {
            origin = .zeroBytes
            return .known(head[0] == 0 ? .utf16BE : .utf16LE)
        }
        guard let label = declaredLabel, fault(ofDeclared: label) == nil, let encoding = HTMLEncoding(label: label) else {
            return .known(.utf8)
        }
        return .known(encoding)
    }

    /// The encoding that the XML declaration names. `XMLReader` reads the declaration later, and reports its faults.
    private var declaredLabel: String? {
        let head = plainHead
        guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let word = declaration.firstRange(of: "encoding") else { return nil }
        let value = declaration[word.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote })
    }

    private mutating func decode(_ bytes: Span<UInt8>, into text: inout [UInt8]) -> XMLError.Reason? {
        guard let output = decoder?.decode(bytes) else { return nil }
        return append(output, into: &text)
    }

    /// Appends decoded bytes up to the first fault.
    private mutating func append(_ output: [UInt8], into text: inout [UInt8]) -> XMLError.Reason? {
        var end = output.count
        var fault: XMLError.Reason?
        if let decoding = firstFault(in: output) {
            end = decoding.index
            fault = .undecodable(encoding: decoding.encoding)
        }
        decodedBytes += output.count
        text.reserveCapacity(text.count + output.count)
        let bytes = output.span
        var run = 0
        var index = 0
        while index < end {
            let byte = bytes[index]
            if byte >= 0x20, byte != 0xEF {
                isBehindReturn = false
            } else if byte == 0x0D {
                text.append(contentsOf: output[run..<index])
                text.append(UInt8(ascii: "\n"))
                run = index + 1
                isBehindReturn = true
            } else if byte == 0x0A, isBehindReturn {
                run = index + 1
                isBehindReturn = false
            } else {
                if let code = forbiddenCharacter(at: index, in: bytes) {
                    text.append(contentsOf: output[run..<index])
                    guard code < 0x20, mending.contains(.controlCharacters) else { return .forbiddenCharacter(code) }
                    if !hasDropped { firstDropped = (code, text.count) }
                    hasDropped = true
                    run = index + 1
                } else {
                    isBehindReturn = false
                }
            }
            index += 1
        }
        text.append(contentsOf: output[run..<end])
        return fault
    }

    /// The offset of the first sequence that could not be decoded, which is U+FFFD in the output.
    private func firstFault(in output: [UInt8]) -> (index: Int, encoding: String)? {
        let found: (offset: Int, encoding: HTMLEncoding)?
        switch decoder {
        case .some(let decoder): found = decoder.faults.firstOffset.map { ($0, decoder.encoding) }
        case nil: found = nil
        }
        guard let (offset, encoding) = found else { return nil }
        let place: Int
        if encoding == .utf8 {
            place = offset - markBytes - decodedBytes
        } else {
            place = output.firstRange(of: [0xEF, 0xBF, 0xBD])?.lowerBound ?? 0
        }
        return (max(0, min(place, output.count)), encoding.rawValue)
    }

    private func forbiddenCharacter(at index: Int, in bytes: Span<UInt8>) -> UInt32? {
        let byte = bytes[index]
        if byte < 0x20 { return byte == 0x09 || byte == 0x0A ? nil : UInt32(byte) }
        let code = bytes.character(at: index).code
        return code == 0xFFFE || code == 0xFFFF ? code : nil
    }
}

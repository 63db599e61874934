internal import HTMLParsing

/// The value and the parameters of `Content-Type` and `Content-Disposition`.
///
/// - SeeAlso: RFC 2045, section 5.1; RFC 2231, sections 3 and 4
struct HeaderParameters {
    /// The text in front of the parameters, in lower case.
    let value: String
    private var parameters: [Parameter] = []

    /// A parameter as it is written.
    private struct Parameter {
        /// The name in lower case, without the marks of RFC 2231.
        var name: String
        /// The place of this part of the value; nil for a whole value.
        var section: Int?
        /// Whether the value has escapes such as `%20`.
        var isExtended = false
        let value: [UInt8]
    }

    /// The number of parameters that are read.
    private static let maxCount = 500

    /// - Parameter bytes: The value of a header on one line.
    init(_ bytes: [UInt8]) {
        var scanner = ParameterScanner(bytes)
        value = String(decoding: scanner.token(upTo: []).filter { !$0.isFoldedSpace }.map(\.asciiLowercased), as: UTF8.self)
        while scanner.skipSemicolons(), parameters.count < Self.maxCount {
            let name = scanner.token(upTo: [UInt8(ascii: "=")])
            guard scanner.take(UInt8(ascii: "=")) else { continue }
            let value = scanner.value()
            if let parameter = Self.parameter(named: name, value) { parameters.append(parameter) }
        }
    }

    private static func parameter(named written: [UInt8], _ value: [UInt8]) -> Parameter? {
        var name = written.map(\.asciiLowercased).filter { !$0.isFoldedSpace }
        guard !name.isEmpty else { return nil }
        var parameter = Parameter(name: "", value: value)
        if name.count > 1, name.last == UInt8(ascii: "*") {
            name.removeLast()
            parameter.isExtended = true
        }
        if let star = name.lastIndex(of: UInt8(ascii: "*")), let section = Int(String(decoding: name[(star + 1)...], as: UTF8.self)),
            section >= 0
        {
            name.removeSubrange(star...)
            parameter.section = section
        }
        parameter.name = String(decoding: name, as: UTF8.self)
        return parameter
    }

    /// The decoded value of a parameter; nil if there is none.
    ///
    /// - Parameter name: The name in lower case.
    func text(_ name: String) -> String? {
        let found = parameters.filter { $0.name == name }
        // A value with its charset is better than the one beside it for old programs.
        if let whole = found.first(where: { $0.isExtended && $0.section == nil }) { return Self.joined([whole]) }
        let sections = found.filter { $0.section != nil }.sorted { ($0.section ?? 0) < ($1.section ?? 0) }
        if sections.first?.section == 0 {
            var run: [Parameter] = []
            for section in sections where section.section == run.count { run.append(section) }
            return Self.joined(run)
        }
        return found.first { $0.section == nil }.map { EncodedText.decoded($0.value).onOneLine }
    }

    /// The bytes of a parameter as they are written; nil if there is none.
    func bytes(_ name: String) -> [UInt8]? {
        parameters.first { $0.name == name && $0.section == nil && !$0.isExtended }?.value ?? text(name).map { Array($0.utf8) }
    }

    /// Joins the sections of a value. The first one begins with `charset'language'`.
    private static func joined(_ sections: [Parameter]) -> String {
        var charset: String?
        var bytes: [UInt8] = []
        for section in sections {
            var value = section.value[...]
            if bytes.isEmpty, charset == nil, section.isExtended {
                let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
                if parts.count == 3 {
                    charset = String(decoding: parts[0], as: UTF8.self)
                    value = parts[2]
                }
            }
            bytes += section.isExtended ? unescaped(value) : Array(value)
        }
        if charset == nil, !sections.contains(where: \.isExtended) { return EncodedText.decoded(bytes).onOneLine }
        return MailCharset.decode(bytes, named: charset.flatMap { $0.isEmpty ? nil : $0 }).text.onOneLine
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = text[index + 1].hexDigit,
                let low = text[index + 2].hexDigit
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }
}

/// Reads the pieces between semicolons.
private struct ParameterScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var comments = HeaderComments()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Goes to the next parameter; false at the end.
    mutating func skipSemicolons() -> Bool {
        while index < bytes.count, bytes[index] == UInt8(ascii: ";") || bytes[index].isFoldedSpace { index += 1 }
        return index < bytes.count
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Reads up to a semicolon or one of some other bytes. Comments are left out.
    mutating func token(upTo ends: [UInt8]) -> [UInt8] {
        var token: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: ";"), !ends.contains(bytes[index]) {
            if bytes[index] == UInt8(ascii: "("), let end = comments.end(in: bytes, at: index) {
                index = end
            } else {
                token.append(bytes[index])
                index += 1
            }
        }
        return token
    }

    /// Reads a value: a quoted string, or all text up to the next semicolon, which may have spaces by mistake.
    mutating func value() -> [UInt8] {
        while index < bytes.count, bytes[index].isFoldedSpace { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            var text = token(upTo: [])
            while let last = text.last, last.isFoldedSpace { text.removeLast() }
            return text
        }
        index += 1
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            // Windows programs write paths in names without escaping their backslashes.
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
                [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(bytes[index + 1])
            {
                index += 1
            }
            text.append(bytes[index])
            index += 1
        }
        index = min(index + 1, bytes.count)
        _ = token(upTo: [])
        return text
    }
}

/// The comments of a header, in parentheses, which may nest.
struct HeaderComments {
    /// The deepest nesting that is read.
    private static let maxDepth = 100
    /// The number of searches without a result. From then on, parentheses are text: a search may read the whole header.
    private static let maxVainSearches = 16

    private var vainSearches = 0

    /// The offset behind the comment that begins at an offset; nil if it has no end.
    mutating func end(in bytes: [UInt8], at start: Int) -> Int? {
        guard vainSearches < Self.maxVainSearches else { return nil }
        let end = Self.search(in: bytes, at: start)
        if end == nil { vainSearches += 1 }
        return end
    }

    private static func search(in bytes: [UInt8], at start: Int) -> Int? {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "("):
                depth += 1
                if depth > maxDepth { return nil }
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }
}

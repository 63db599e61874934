import JSONParsing

extension QueryError {
    /// The error with a suggestion, if the program uses the syntax of another language.
    func withHints(for source: String) -> QueryError {
        if case .literal(let text, let fault) = detail {
            let place = LiteralSearch(source).place(of: fault, in: text, from: offset)
            return place.map { QueryError(message, offset: $0) } ?? self
        }
        let program = OtherLanguageSyntax(source)
        if let message = program.jsonPathMessage { return QueryError(message, offset: 0) }
        if let method = program.method(at: offset) { return method }
        if case .unexpectedToken = detail, let advice = SyntaxErrorContext(source, at: offset).advice {
            return QueryError(advice.text, offset: advice.start)
        }
        guard case .unknownName(let name, arity: 0) = detail, !name.hasPrefix("_") else { return self }
        if let key = program.dashedKey(around: offset) { return key }
        let suggestion = suggestion.flatMap { isLikely($0, for: name, isCalled: program.isWord || program.followsPipe(offset)) ? $0 : nil }
        // Inside a longer program the suggestion is likely right. A program of one word may be meant as a text, and so may a short word.
        guard suggestion == nil || program.isWord || name.utf8.count <= Self.maxShortName else { return self }
        let near = suggestion.map { "\"\($0)\", " } ?? ""
        return QueryError(
            "\(message): this is a jq program; did you mean \(near)`.\(name)`, or the text `\"\(name)\"`?", offset: offset, detail)
    }

    /// Length of short words, in letters: about every second one of them is near the name of some function.
    private static let maxShortName = 3

    /// Whether a suggested function is likely. It is not for a name that differs in case only, which is probably a field, and not if more
    /// than half of the letters of the name differ.
    private func isLikely(_ function: String, for name: String, isCalled: Bool) -> Bool {
        if OtherLanguageNames.function(name) == function { return true }
        if function.lowercased() == name.lowercased() { return isCalled }
        return NameSuggestion.distance(Array(name.utf8), Array(function.utf8)) * 2 <= name.utf8.count
    }
}

/// A program that does not compile, searched for syntax of other languages.
private struct OtherLanguageSyntax {
    private let bytes: [UInt8]

    init(_ source: String) { bytes = Array(source.utf8) }

    /// Whether the program is a single name.
    var isWord: Bool { bytes.allSatisfy { Self.isName($0) || $0 == 0x20 } }

    /// Whether a pipe precedes an offset, so that a function is expected there.
    func followsPipe(_ offset: Int) -> Bool {
        bytes.prefix(offset).last { $0 > 0x20 } == UInt8(ascii: "|")
    }

    /// The message for a JSONPath expression; nil for other programs.
    var jsonPathMessage: String? {
        let path = text(0..<bytes.count).trimmingBlanks
        guard path.hasPrefix("$.") || path.hasPrefix("$[") else { return nil }
        var jq = String(path.dropFirst()).replacing("[*]", with: "[]").replacing(".*", with: "[]").replacing("'", with: "\"")
        if jq.hasPrefix("[") { jq = "." + jq }
        let isPlain = !jq.contains("..") && !jq.contains("?") && Compiler.compiles(jq)
        return "\(path) is JSONPath, and not jq" + (isPlain ? "; did you mean `\(jq)`?" : "; items of a list `.a` are `.a[]`")
    }

    /// `.some-key`, where `key` is taken for the name of a function.
    func dashedKey(around offset: Int) -> QueryError? {
        guard offset > 1, offset <= bytes.count, bytes[offset - 1] == UInt8(ascii: "-") else { return nil }
        var start = offset
        while start > 0, Self.isName(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-") { start -= 1 }
        guard start > 0, bytes[start - 1] == UInt8(ascii: "."), start < offset - 1 else { return nil }
        var end = offset
        while end < bytes.count, Self.isName(bytes[end]) || bytes[end] == UInt8(ascii: "-") { end += 1 }
        let key = text(start..<end)
        return QueryError(
            "`.\(key)` is a subtraction; did you mean `\(start > 1 && !Self.isBlank(bytes[start - 2]) ? "" : ".")[\"\(key)\"]`?",
            offset: start - 1)
    }

    /// `.a.lower()`, where a name that follows a dot is called.
    func method(at offset: Int) -> QueryError? {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "(") else { return nil }
        var start = offset
        while start > 0, Self.isName(bytes[start - 1]) { start -= 1 }
        guard start > 0, start < offset, bytes[start - 1] == UInt8(ascii: ".") else { return nil }
        let name = text(start..<offset)
        let known = OtherLanguageNames.function(name) ?? name
        guard let path = plainPath(before: start - 1), let arguments = plainArguments(behind: offset),
            case let call = arguments.isEmpty ? known : "\(known)(\(arguments))", Compiler.compiles(call)
        else {
            let other = known == name ? "" : "; jq has `\(known)`"
            return QueryError("values have no methods such as `.\(name)(…)`\(other)", offset: start - 1)
        }
        return QueryError("values have no methods; did you mean `\(path) | \(call)`?", offset: start - 1)
    }

    /// A path of names before an offset, such as `.a.b`; nil if anything else stands there.
    private func plainPath(before end: Int) -> String? {
        var start = end
        while start > 0, Self.isName(bytes[start - 1]) || ".$".utf8.contains(bytes[start - 1]) { start -= 1 }
        guard start < end, ".$".utf8.contains(bytes[start]), start == 0 || Self.isBlank(bytes[start - 1]) else { return nil }
        return text(start..<end)
    }

    /// The arguments of a call as jq separates them; nil if a text among them may mean something else in jq.
    private func plainArguments(behind offset: Int) -> String? {
        guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let written = text(offset + 1..<end).trimmingBlanks.replacing("'", with: "\"")
        var result = ""
        var isInText = false
        for character in written {
            if character == "\"" { isInText.toggle() }
            // Gives no hint if a text has escapes or characters of a regular expression, or if an argument has brackets: jq may read these
            // differently.
            if isInText ? "\\.*+?()[]{}^$|".contains(character) : "([{".contains(character) { return nil }
            result.append(!isInText && character == "," ? ";" : character)
        }
        return isInText ? nil : result
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isName(_ byte: UInt8) -> Bool { Lexer.startsName(byte) || Lexer.isDigit(byte) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "(") }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmingBlanks: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// Finds a string literal in the text of a program, to point at a place inside it.
private struct LiteralSearch {
    /// Limit of literals that are compared, because each is decoded.
    private static let maxLiterals = 20

    private let bytes: [UInt8]

    init(_ source: String) { bytes = Array(source.utf8) }

    /// The offset in the program of a byte of a literal; nil if no literal after `start` has that text.
    ///
    /// - Parameters:
    ///   - fault: The offset of that byte in the decoded text.
    ///   - literal: The decoded text.
    func place(of fault: Int, in literal: String, from start: Int) -> Int? {
        var count = 0
        var next = start
        while count < Self.maxLiterals, let quote = bytes[min(next, bytes.count)...].firstIndex(of: UInt8(ascii: "\"")) {
            if text(at: quote) == literal { return offset(of: fault, in: quote) }
            count += 1
            next = quote + 1
        }
        return nil
    }

    private func text(at quote: Int) -> String? {
        guard var parser = try? Parser(String(decoding: bytes[quote...], as: UTF8.self)), parser.token == .quote else { return nil }
        // Parsing fails if the token after the literal cannot stand there, such as the rest of an interpolation.
        guard case .literal(let value)? = try? parser.string(format: nil) else { return nil }
        return value.string
    }

    /// The offset in the program of a decoded byte of the literal.
    private func offset(of decoded: Int, in quote: Int) -> Int {
        var position = quote + 1
        var passed = 0
        while passed < decoded, position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                passed += 1
                continue
            }
            guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u"), position + 6 <= bytes.count else {
                position += 2
                passed += 1
                continue
            }
            let unit = UInt32(String(decoding: bytes[position + 2..<position + 6], as: UTF8.self), radix: 16) ?? 0
            passed += unit < 0x80 ? 1 : unit < 0x800 || unit & 0xF800 == 0xD800 ? 2 : 3
            position += 6
        }
        return position
    }
}

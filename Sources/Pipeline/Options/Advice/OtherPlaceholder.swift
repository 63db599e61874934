internal import HTMLParsing
internal import JSONParsing

/// A placeholder in the syntax of another program, such as `${OWNER}`, in a text that is used as it stands.
enum OtherPlaceholder {
    /// What a text is for.
    enum Use {
        /// A text with jq programs in `{{ … }}`.
        case template
        /// A text of any meaning.
        case text
        /// A path of a file.
        case path
        /// A value of a header or query item.
        case parameter
        /// A string in the JSON of a body, which may be a program of another language.
        case body
        case address
    }

    private static let maxLength = 80
    /// The placeholder that paths of outputs may have.
    private static let shard = Array("{{$shard}}".utf8)

    /// The first placeholder; nil without one.
    static func first(in text: String, _ use: Use) -> String? {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            guard let end = end(in: bytes, at: index, use), end - index <= maxLength else { continue }
            return String(decoding: bytes[index..<end], as: UTF8.self)
        }
        return nil
    }

    /// The end of the placeholder that begins at an index; nil if none does.
    private static func end(in bytes: [UInt8], at index: Int, _ use: Use) -> Int? {
        let rest = bytes[index...]
        if use != .template, rest.starts(with: "{{".utf8), use != .path || !rest.starts(with: shard) {
            return closing("}}", behind: index + 2, in: bytes)
        }
        if rest.starts(with: "${".utf8) || rest.starts(with: "#{".utf8) { return named(from: index + 2, to: "}", in: bytes) }
        if rest.starts(with: "<%".utf8) { return closing("%>", behind: index + 2, in: bytes) }
        if rest.starts(with: "%(".utf8) { return named(from: index + 2, to: ")s", in: bytes) }
        switch bytes[index] {
        case UInt8(ascii: "%"):
            guard let end = named(from: index + 1, to: "%", in: bytes), isConstant(bytes[index + 1..<end - 1]) else { return nil }
            return end
        case UInt8(ascii: "$"): return variable(in: bytes, at: index, use)
        case UInt8(ascii: "{") where use == .address || use == .parameter && index == 0:
            guard isPart(bytes, index), let end = named(from: index + 1, to: "}", in: bytes), isPartEnd(bytes, end) else { return nil }
            return end
        case UInt8(ascii: ":") where use == .address:
            // Of a path, as /users/:id. Behind a host stands a port.
            guard index > 0, bytes[index - 1] == UInt8(ascii: "/") else { return nil }
            let end = nameEnd(from: index + 1, in: bytes)
            return end > index + 1 && isPartEnd(bytes, end) ? end : nil
        default: return nil
        }
    }

    /// The end of a variable of the shell. OData has parameters such as `$top`, and jq and GraphQL variables in lower case.
    private static func variable(in bytes: [UInt8], at index: Int, _ use: Use) -> Int? {
        let end = nameEnd(from: index + 1, in: bytes)
        guard end > index + 2 else { return nil }
        switch use {
        case .body: return index == 0 && end == bytes.count ? end : nil
        case .text, .template: return nil
        case .address, .parameter, .path:
            let isValue = index > 0 && bytes[index - 1] == UInt8(ascii: "=")
            guard isPart(bytes, index), isPartEnd(bytes, end), isValue || isConstant(bytes[index + 1..<end]) else { return nil }
            return end
        }
    }

    /// Whether a name is that of a constant: capitals, not all of which are digits of an encoded byte.
    private static func isConstant(_ name: ArraySlice<UInt8>) -> Bool {
        let isLower = name.contains { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        return !isLower && name.count > 2 && name.contains { $0 >= UInt8(ascii: "G") }
    }

    private static func isPart(_ bytes: [UInt8], _ index: Int) -> Bool { index == 0 || "/= :".utf8.contains(bytes[index - 1]) }

    private static func isPartEnd(_ bytes: [UInt8], _ end: Int) -> Bool { end == bytes.count || "/?&.#".utf8.contains(bytes[end]) }

    private static func nameEnd(from start: Int, in bytes: [UInt8]) -> Int {
        guard start < bytes.count, bytes[start].isASCIILetter || bytes[start] == UInt8(ascii: "_") else { return start }
        return bytes[start...].firstIndex { !$0.isASCIILetter && !$0.isASCIIDigit && $0 != UInt8(ascii: "_") } ?? bytes.count
    }

    /// The end of a name with its closing mark; names may have parts, as in `${secrets.token}`.
    private static func named(from start: Int, to mark: String, in bytes: [UInt8]) -> Int? {
        var end = nameEnd(from: start, in: bytes)
        guard end > start else { return nil }
        while end < bytes.count, ".-".utf8.contains(bytes[end]), nameEnd(from: end + 1, in: bytes) > end + 1 {
            end = nameEnd(from: end + 1, in: bytes)
        }
        return bytes[end...].starts(with: mark.utf8) ? end + mark.utf8.count : nil
    }

    /// The end of a mark behind a text that is not blank.
    private static func closing(_ mark: String, behind start: Int, in bytes: [UInt8]) -> Int? {
        let mark = Array(mark.utf8)
        var index = start
        while index + mark.count <= min(bytes.count, start + maxLength) {
            if bytes[index...].starts(with: mark) { return bytes[start..<index].allSatisfy { $0 <= 0x20 } ? nil : index + mark.count }
            index += 1
        }
        return nil
    }
}

extension OptionDeclaration.Kind {
    /// What the texts of such an option are for; nil where a text means something else, such as a program.
    fileprivate func use(of text: String) -> OtherPlaceholder.Use? {
        switch self {
        case .string, .strings, .secret: .text
        case .template: .template
        case .texts: .parameter
        case .json: .body
        case .address: .address
        case .path, .input, .inputs: text.isWebAddress ? .address : .path
        case .list(let kind), .map(let kind), .either(let kind, _): kind.use(of: text)
        case .field, .fields, .integer, .countOrShare, .boolean, .number, .choice, .query, .queries, .lines, .object, .variant: nil
        }
    }
}

extension OptionReader {
    /// Warns of placeholders of other programs in the texts of an option, which stay as they are.
    mutating func warnOfPlaceholders(_ value: ConfigValue, _ name: String, _ kind: OptionDeclaration.Kind) {
        // A remark for readers may say anything.
        guard name != "description", !value.isSecret else { return }
        switch value.content {
        case .string(let text):
            // Whole texts such as $TOKEN, and words such as Bearer $TOKEN, have advice of their own.
            guard value.contentFile == nil, value.literal != nil, text.shellVariable == nil, ValueAdvice.onVariable(in: text) == nil,
                let use = kind.use(of: text), let found = OtherPlaceholder.first(in: text, use)
            else { return }
            let shown = if case .secret = kind { "a placeholder of another program" } else { "\"\(found.printable)\"" }
            let cure =
                use == .template
                ? "a template has jq programs in {{ … }}, such as {{.id}} or {{$name}}"
                : "{ \"$param\": \"name\" } or { \"$env\": \"NAME\" } takes a whole text from a parameter or the environment"
            warn("\(shown) stays as it is; \(cure)", at: value.range, key: name)
        case .array(let elements):
            for element in elements { warnOfPlaceholders(element, name, kind) }
        case .object(let members):
            for member in members { warnOfPlaceholders(member.value, "\(name).\(member.key)", kind) }
        case .null, .bool, .number, .unresolved: return
        }
    }
}

internal import HTMLParsing
internal import JSONParsing

/// A placeholder in the syntax of another program, such as `${OWNER}`, in a text that is used as it stands.
enum ForeignPlaceholder {
    /// The use of a text, which decides where a placeholder is likely.
    enum Use {
        /// A text of any meaning, with jq programs in `{{ … }}`.
        case text
        /// A text that takes no values, such as the path of a field or a GraphQL document: its own syntax may have `$` and braces.
        case whole
        /// A path of a file.
        case path
        /// A value of a header or query item.
        case parameter
        /// A string in the JSON of a body, which may be a program of another language.
        case body
        case address
    }

    private static let maxLength = 80

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
        if use == .whole { return rest.starts(with: "{{".utf8) ? closing("}}", behind: index + 2, in: bytes) : nil }
        if rest.starts(with: "${".utf8) || rest.starts(with: "#{".utf8) { return named(from: index + 2, to: "}", in: bytes) }
        if rest.starts(with: "<%".utf8) { return closing("%>", behind: index + 2, in: bytes) }
        if rest.starts(with: "%(".utf8) { return named(from: index + 2, to: ")s", in: bytes) }
        if use != .text, use != .body, rest.starts(with: "$(".utf8) { return closing(")", behind: index + 2, in: bytes) }
        switch bytes[index] {
        case UInt8(ascii: "<") where use == .address || use == .parameter || use == .path:
            guard isPart(bytes, index), let end = named(from: index + 1, to: ">", in: bytes), isPartEnd(bytes, end) else { return nil }
            return end
        case UInt8(ascii: "%"):
            guard let end = named(from: index + 1, to: "%", in: bytes), isConstant(bytes[index + 1..<end - 1]) else { return nil }
            return end
        case UInt8(ascii: "$"): return variable(in: bytes, at: index, use)
        case UInt8(ascii: "{") where use == .address || use == .parameter && index == 0:
            guard isPart(bytes, index), let end = named(from: index + 1, to: "}", in: bytes), isPartEnd(bytes, end) else { return nil }
            return end
        case UInt8(ascii: ":") where use == .address:
            // A parameter of a path, as in /users/:id. After a host, the colon begins the port.
            guard index > 0, bytes[index - 1] == UInt8(ascii: "/") else { return nil }
            let end = nameEnd(from: index + 1, in: bytes)
            return end > index + 1 && isPartEnd(bytes, end) ? end : nil
        default: return nil
        }
    }

    /// The end of a variable of the shell. Names in lower case count only as whole values: OData has parameters such as `$top`, and jq and
    /// GraphQLDocument have variables in lower case.
    private static func variable(in bytes: [UInt8], at index: Int, _ use: Use) -> Int? {
        let end = nameEnd(from: index + 1, in: bytes)
        guard end > index + 2 else { return nil }
        switch use {
        case .body: return index == 0 && end == bytes.count ? end : nil
        case .text, .whole: return nil
        case .address, .parameter, .path:
            let isWhole = use == .parameter && index == 0 && end == bytes.count
            let isValue = isWhole || index > 0 && bytes[index - 1] == UInt8(ascii: "=")
            guard isPart(bytes, index), isPartEnd(bytes, end), isValue || isConstant(bytes[index + 1..<end]) else { return nil }
            return end
        }
    }

    /// Whether a name is written in capitals, such as `API_KEY`. Two hexadecimal digits are no such name: they may be an encoded byte.
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

    /// The end of a closing mark, if the text before the mark is not blank.
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
    /// The use of this option's texts; nil for options whose texts are no plain texts, such as jq programs.
    fileprivate func use(of text: String) -> ForeignPlaceholder.Use? {
        switch self {
        case .string, .template: text.isWebAddress ? .address : .text
        case .strings, .secret: .text
        case .texts: .parameter
        case .json: .body
        case .address: .address
        case .path, .input, .recordPath: text.isWebAddress ? .address : .path
        case .field: .whole
        case .integer, .countOrShare, .boolean, .number, .choice, .query, .choiceOrQuery, .queries, .lines, .list, .map, .object,
            .variant, .either, .source:
            nil
        }
    }
}

extension OptionReader {
    /// Warns of placeholders in the texts of an option that nothing replaces: those in the syntax of other programs, and `{{ … }}` in texts
    /// that take no values.
    mutating func warnOfPlaceholders(_ value: ConfigValue, _ name: String, _ kind: OptionDeclaration.Kind) {
        guard !value.isSecret else { return }
        let inner = kind.inner(of: value.content)
        switch value.content {
        case .string(let text):
            if let inner { return warnOfPlaceholders(value, name, inner) }
            guard value.contentFile == nil, let use = kind.use(of: text) else { return }
            if value.literal == nil {
                // The value of a parameter may be the whole template of a path. In other texts, `{{ … }}` in such a value is not replaced.
                guard kind.syntax != nil else { return }
                return warn(
                    of: ForeignPlaceholder.first(in: text, .whole), in: value, name, kind,
                    "the value of a parameter is no template, and {{ … }} stands in the option itself")
            }
            // Texts such as `$TOKEN` and `Bearer $TOKEN` get another warning elsewhere.
            guard text.shellVariable == nil, ValueAdvice.onVariable(in: text) == nil else { return }
            let cure =
                switch kind {
                case .template, .recordPath: "a template has jq programs in {{ … }}, such as {{.id}} or {{$name}}"
                case .field: "{ \"$param\": \"name\" } takes a whole name from a parameter"
                default: "{{$name}} puts in a parameter, and { \"$env\": \"NAME\" } takes a whole text from the environment"
                }
            warn(of: ForeignPlaceholder.first(in: text, use), in: value, name, kind, cure)
        case .array(let elements):
            guard let inner else { return }
            for element in elements { warnOfPlaceholders(element, name, inner) }
        case .object(let members):
            guard let inner else { return }
            for member in members {
                let place = "\(name).\(member.key)"
                if let found = ForeignPlaceholder.first(in: member.key, .whole) {
                    warn("\"\(found.printable)\" stays as it is; a key is no template", at: member.keyRange, key: place)
                }
                guard GraphQLDocument.isDocument(member) else {
                    warnOfPlaceholders(member.value, place, inner)
                    continue
                }
                guard case .string(let text) = member.value.content else { continue }
                warn(
                    of: ForeignPlaceholder.first(in: text, .whole), in: member.value, place, inner,
                    "a document of GraphQL takes its values from \"variables\" beside it")
            }
        case .null, .bool, .number, .unresolved: return
        }
    }

    /// Warns of a placeholder, if there is one.
    ///
    /// - Parameter cure: The correction, as the end of the sentence.
    private mutating func warn(
        of found: String?, in value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind, _ cure: String
    ) {
        guard let found else { return }
        let shown = if case .secret = kind { "a placeholder of another program" } else { "\"\(found.printable)\"" }
        warn("\(shown) stays as it is; \(cure)", at: value.range, key: key)
    }
}

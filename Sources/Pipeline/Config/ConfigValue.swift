package import JSONParsing

/// A value of a pipeline file after `$param`, `$env` and `$file` nodes were replaced, with its place in the file and its origin.
package struct ConfigValue: Sendable {
    /// The JSON value, whose elements and members have their own places.
    package indirect enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([ConfigValue])
        case object([Member])
        /// A node that could not be replaced. The problem was reported, so checks of this value are skipped.
        case unresolved
    }

    /// A member of an object.
    package struct Member: Sendable {
        package let key: String
        package let keyRange: Range<Int>
        package let value: ConfigValue
    }

    package let content: Content
    /// The place of the value, or of the node that it replaced, in bytes from the start of the file.
    package let range: Range<Int>
    /// The node that a secret value came from, such as `$env.API_KEY`; nil for values that messages may show.
    package let secretName: String?
    /// The folder that relative paths start from: that of the pipeline file; "" (the current directory) for the command line.
    package let baseDirectory: String
    /// The bytes of the file, if the value is a literal in it; used to find places inside a string.
    let literal: [UInt8]?
    /// The path of the file that the text was read from; nil for other values.
    var contentFile: String?
    /// Whether a template was already replaced by this text, so that a `{{` in the text begins no further template. ``secretName`` is then
    /// the text with `***` in place of secret values.
    var isFilled = false
    /// The sources of a value that is not written at its place, for `explain --origin`: for instance `parameter from`, then `--set`.
    var trail: [String] = []

    /// The ``secretName`` for a jq program. A program from a file is not secret.
    var programSecret: String? { contentFile == nil ? secretName : nil }

    /// Whether the value came from the environment or another file, so that messages must not show it.
    package var isSecret: Bool { secretName != nil }

    /// Returns a text derived from this value, with the value's secrecy.
    package func masked(_ text: String) -> MaskedText { MaskedText(text, secretFrom: secretName) }

    /// Returns a value with another content at the same place. Places inside of the text are lost.
    func with(_ content: Content) -> ConfigValue {
        ConfigValue(
            content: content, range: range, secretName: secretName, baseDirectory: baseDirectory, literal: nil, contentFile: contentFile,
            trail: trail)
    }

    /// Returns the same value with another content inside of its list or object.
    func replacing(_ content: Content) -> ConfigValue {
        ConfigValue(
            content: content, range: range, secretName: secretName, baseDirectory: baseDirectory, literal: literal,
            contentFile: contentFile, isFilled: isFilled, trail: trail)
    }

    /// Returns the value with a text in place of its template.
    ///
    /// - Parameter shown: The text for messages, if a part of it is secret.
    func filled(with text: String, shown: String?) -> ConfigValue {
        ConfigValue(
            content: .string(text), range: range, secretName: shown, baseDirectory: baseDirectory, literal: nil, isFilled: true,
            trail: trail)
    }

    /// The value of a member. Of equal keys the first counts; the reader has reported the others.
    package func member(_ key: String) -> ConfigValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value in messages, at most 60 characters long, without secrets.
    package var phrase: String {
        if isFilled, isSecret { return "a text with a secret value" }
        if let secretName { return "a secret value (\(secretName.prefix { $0 != "." }) always gives text)" }
        switch content {
        case .array: return "a list"
        case .object: return "an object"
        default:
            let text = maskedValue.compactText
            return (text.count > 60 ? String(text.prefix(57)) + "…" : text).printable
        }
    }

    /// The value without places, with secrets replaced by `***`, and URLs without credentials.
    package var maskedValue: JSONValue {
        if isSecret { return isFilled ? .string(masked("").shown) : "***" }
        switch content {
        case .null, .unresolved: return .null
        case .bool(let bool): return .bool(bool)
        case .number(let number): return .number(number)
        case .string(let string):
            let shown = MaskedText(string).shown
            // The output of `explain` is a pipeline file again, so each `{{` is written as a template that gives `{{`.
            return .string(isFilled ? shown.replacing("{{", with: "{{\"{{\"}}") : shown)
        case .array(let elements): return .array(elements.map(\.maskedValue))
        case .object(let members): return .object(JSONObject(members.map { ($0.key, $0.value.maskedValue) }))
        }
    }

    /// Makes a path in this value relative to the current directory.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), !baseDirectory.isEmpty, baseDirectory != "." else { return path }
        return baseDirectory.hasSuffix("/") ? baseDirectory + path : "\(baseDirectory)/\(path)"
    }

    /// Returns the place in the file of a character in this string. It accounts for JSON escapes.
    ///
    /// - Parameter offset: Bytes from the start of the decoded string.
    func rangeOfCharacter(at offset: Int) -> Range<Int> {
        guard let literal, range.count >= 2, literal[range.lowerBound] == UInt8(ascii: "\"") else { return range }
        var position = range.lowerBound + 1
        var decoded = 0
        while position < range.upperBound - 1, decoded < offset {
            guard literal[position] == UInt8(ascii: "\\") else {
                position += 1
                decoded += 1
                continue
            }
            if literal[position + 1] == UInt8(ascii: "u") {
                let digits = String(decoding: literal[position + 2..<position + 6], as: UTF8.self)
                let unit = UInt32(digits, radix: 16) ?? 0
                decoded += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit & 0xF800 == 0xD800 ? 2 : 3
                position += 6
            } else {
                decoded += 1
                position += 2
            }
        }
        return position..<position + 1
    }
}

extension ConfigValue.Content {
    /// Returns the same content with another place, for a value that is not in the file.
    func placed(at range: Range<Int>) -> ConfigValue.Content {
        func placed(_ value: ConfigValue) -> ConfigValue {
            ConfigValue(
                content: value.content.placed(at: range), range: range, secretName: value.secretName, baseDirectory: value.baseDirectory,
                literal: nil, contentFile: value.contentFile, trail: value.trail)
        }
        switch self {
        case .array(let elements): return .array(elements.map(placed))
        case .object(let members):
            return .object(members.map { ConfigValue.Member(key: $0.key, keyRange: range, value: placed($0.value)) })
        default: return self
        }
    }
}

extension ConfigValue {
    /// The options with which sources name their input.
    package static let inputOptions = ["from", "match", "url"]

    /// Returns a source with another input.
    ///
    /// - Parameters:
    ///   - input: The path or URL.
    ///   - folder: The folder that a relative path starts from.
    func replacingInput(by input: String, in folder: String) -> ConfigValue {
        guard case .object(var members) = content else { return self }
        let place = members.firstIndex { Self.inputOptions.contains($0.key) }
        let keyRange = place.map { members[$0].keyRange } ?? range
        let value = ConfigValue(
            content: .string(input), range: place.map { members[$0].value.range } ?? range, secretName: nil, baseDirectory: folder,
            literal: nil, trail: place.map { members[$0].value.trail } ?? trail)
        let member = Member(key: place.map { members[$0].key } ?? Self.inputOptions[0], keyRange: keyRange, value: value)
        if let place { members[place] = member } else { members.append(member) }
        return replacing(.object(members))
    }
}

// Secrets inside a value: texts from the environment and other files, and strings whose key has a sensitive name.
extension ConfigValue {
    /// The value without places, secrets included.
    var plainValue: JSONValue {
        switch content {
        case .null, .unresolved: .null
        case .bool(let bool): .bool(bool)
        case .number(let number): .number(number)
        case .string(let string): .string(string)
        case .array(let elements): .array(elements.map(\.plainValue))
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.plainValue) }))
        }
    }

    /// The value without places. Its secrets are replaced by `***`, and URLs have no credentials.
    var maskedValueByNames: JSONValue {
        if isSecret { return maskedValue }
        switch content {
        case .array(let elements): return .array(elements.map(\.maskedValueByNames))
        case .object(let members):
            return .object(
                JSONObject(
                    members.map { ($0.key, $0.value.isText && AddressMask.isSensitive($0.key) ? "***" : $0.value.maskedValueByNames) })
            )
        default: return maskedValue
        }
    }

    /// The secret texts in the value.
    var secretTexts: [MaskedText] {
        switch content {
        case .string(let text): isSecret ? [masked(text)] : []
        case .array(let elements): elements.flatMap(\.secretTexts)
        case .object(let members):
            members.flatMap { member -> [MaskedText] in
                if !member.value.isSecret, AddressMask.isSensitive(member.key), case .string(let text) = member.value.content {
                    return [MaskedText(literalSecret: text)]
                }
                return member.value.secretTexts
            }
        default: []
        }
    }

    /// Whether a part of the value is secret.
    var hasSecrets: Bool {
        if isSecret { return true }
        switch content {
        case .array(let elements): return elements.contains(where: \.hasSecrets)
        case .object(let members):
            return members.contains { $0.value.hasSecrets || $0.value.isText && AddressMask.isSensitive($0.key) }
        default: return false
        }
    }

    private var isText: Bool {
        if case .string = content { true } else { false }
    }

    /// The string as it is written in the file, escapes included; nil for other values.
    var literalText: String? {
        guard let literal, isText, range.count >= 2, range.upperBound <= literal.count else { return nil }
        return String(decoding: literal[range].dropFirst().dropLast(), as: UTF8.self)
    }

    /// Whether the string stands in the pipeline file itself, not in a parameter, the environment or another file.
    var isLiteral: Bool { literal != nil && !isSecret }
}

extension SecretValues {
    /// Adds all strings and numbers in a value.
    mutating func insert(textsOf value: ConfigValue) {
        switch value.content {
        case .null, .bool, .unresolved: break
        case .number(let number): insert(number.text)
        case .string(let text):
            insert(text)
            if let literal = value.literalText, literal != text { insert(literal) }
            // A message may quote the credentials of a header without their scheme, such as "Bearer".
            if let space = text.firstIndex(of: " ") { insert(String(text[text.index(after: space)...])) }
        case .array(let elements): for element in elements { insert(textsOf: element) }
        case .object(let members): for member in members { insert(textsOf: member.value) }
        }
    }

    /// Adds the texts of a value whose key has a sensitive name. A text from the environment or another file is always secret.
    mutating func insert(sensitive value: ConfigValue) {
        switch value.content {
        case .number(let number): insert(literal: number.text)
        case .string(let text) where value.isSecret || Self.isLikelySecret(text): insert(textsOf: value)
        case .string(let text):
            insert(literal: text)
            if let literal = value.literalText { insert(literal: literal) }
            if let space = text.firstIndex(of: " ") { insert(literal: String(text[text.index(after: space)...])) }
        case .array(let elements): for element in elements { insert(sensitive: element) }
        default: break
        }
    }

    /// Adds the strings in a value whose keys have sensitive names.
    mutating func insert(sensitiveTextsOf value: ConfigValue) {
        switch value.content {
        case .array(let elements): for element in elements { insert(sensitiveTextsOf: element) }
        case .object(let members):
            for member in members {
                if case .string = member.value.content, AddressMask.isSensitive(member.key) { insert(sensitive: member.value) }
                insert(sensitiveTextsOf: member.value)
            }
        default: break
        }
    }
}

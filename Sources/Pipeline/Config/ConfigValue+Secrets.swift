internal import JSONParsing

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

    /// Adds the texts of a value whose key has a sensitive name. A text from outside is secret whatever it looks like.
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

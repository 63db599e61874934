package import JSONParsing

/// A value in a pipeline file after `$param`, `$env` and `$file` nodes were replaced: still with its place, and with the
/// knowledge where it came from.
package struct ConfigValue: Sendable {
    package indirect enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([ConfigValue])
        case object([Member])
        /// A node that could not be replaced. It was reported already, and is not reported again.
        case unresolved
    }

    package struct Member: Sendable {
        package let key: String
        package let keyRange: Range<Int>
        package let value: ConfigValue
    }

    package let content: Content
    /// Where the value, or the node that stands for it, is in the file.
    package let range: Range<Int>
    /// For values from the environment or another file, which are never printed: the node that they came from, such as
    /// `$env.API_KEY`.
    package let secretName: String?
    /// What relative paths are relative to: the folder of the pipeline file, or "" for values from the command line.
    package let baseDirectory: String
    /// For strings that stand in the file as they are: the file's bytes, to find a place inside the string.
    let literal: [UInt8]?
    /// For the text of another file, the path of that.
    var contentFile: String?

    /// Where the value came from, if it is a program that is never printed. One from another file is a program, and no secret.
    var programSecret: String? { contentFile == nil ? secretName : nil }

    /// Whether the value is never printed.
    package var isSecret: Bool { secretName != nil }

    /// A text of this value, and what stands for it wherever people read it.
    package func masked(_ text: String) -> MaskedText { MaskedText(text, secretFrom: secretName) }

    /// The value of a member; of equal keys the first, as the others are reported anyway.
    package func member(_ key: String) -> ConfigValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value as a message names it, cut to a readable length; secrets are not shown.
    package var phrase: String {
        if let secretName { return "a secret value (\(secretName.prefix { $0 != "." }) always gives text)" }
        switch content {
        case .array: return "a list"
        case .object: return "an object"
        default:
            let text = maskedValue.compactText
            return (text.count > 60 ? String(text.prefix(57)) + "…" : text).printable
        }
    }

    /// The value without places, with secrets replaced by `***`, and addresses as they are shown.
    package var maskedValue: JSONValue {
        if isSecret { return "***" }
        switch content {
        case .null, .unresolved: return .null
        case .bool(let bool): return .bool(bool)
        case .number(let number): return .number(number)
        case .string(let string): return .string(MaskedText(string).shown)
        case .array(let elements): return .array(elements.map(\.maskedValue))
        case .object(let members): return .object(JSONObject(members.map { ($0.key, $0.value.maskedValue) }))
        }
    }

    /// A path in this value as one from where the program runs.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), !baseDirectory.isEmpty, baseDirectory != "." else { return path }
        return baseDirectory.hasSuffix("/") ? baseDirectory + path : "\(baseDirectory)/\(path)"
    }

    /// The place in the file of a character in this string.
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

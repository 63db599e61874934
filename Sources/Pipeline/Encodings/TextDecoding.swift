package import HTMLParsing
internal import JSONParsing

/// How a source decodes its input: the options `encoding` and `on_bad_bytes`.
///
/// Package access: sources and tables decode in one way; a plug-in gets the bytes of an input.
package struct TextDecoding: Sendable {
    /// What happens to bytes that are none of the encoding.
    package enum OnBadBytes: String, CaseIterable, Sendable {
        case fail
        case replace
    }

    /// What an input holds, which decides how UTF-16 without a byte order mark is noticed.
    package enum Content: Sendable {
        case json
        case table
        case text
    }

    /// The encoding; nil for that of the input itself.
    package var encoding: HTMLEncoding?
    /// What happens to bad bytes; nil if the source decides.
    package var onBadBytes: OnBadBytes?
    /// Whether the input has these options, so that messages name them.
    private(set) var isOption = false

    /// The encoding that an input itself names.
    package init() {}

    /// Reads the options.
    ///
    /// - Parameter badBytes: What happens to bytes that are not UTF-8 without the option `on_bad_bytes`, for its help.
    package init(_ options: inout OptionReader, badBytes: String = "fail ends the run; those that are not UTF-8 are a fault of their row") {
        isOption = true
        let found = options.optional(
            "encoding", .encoding,
            "The encoding, by a label of the WHATWG standard such as utf-8, utf-16, windows-1252, shift_jis, gb18030, big5 or euc-kr. A byte "
                + "order mark overrides it. By default auto: UTF-8 or UTF-16, or what a response names in Content-Type, if its text is not UTF-8."
        )
        encoding = found ?? nil
        onBadBytes = options.optionalChoice(
            "on_bad_bytes", among: OnBadBytes.self,
            help: "What happens to bytes that are none of the encoding: \(badBytes); with replace, U+FFFD stands for them, and a warning "
                + "counts them.")
    }

    /// Decodes a whole input.
    ///
    /// - Returns: The text as UTF-8, as far as it is decoded here: text that seems to be UTF-8 is returned as it is. And the warning about
    ///   replaced bytes; nil if there is none.
    /// - Throws: As ``InputDecoder/decode(_:)``.
    package func whole(
        _ bytes: [UInt8], _ content: Content, contentType: String? = nil, shown: String
    ) throws -> (text: [UInt8], remark: String?) {
        var decoder = InputDecoder(self, content, contentType: contentType, shown: shown)
        var text = try decoder.decode(bytes)
        let rest = try decoder.finish()
        if !rest.isEmpty { text += rest }
        return (text, decoder.remark)
    }
}

extension OptionType where Value == HTMLEncoding? {
    fileprivate static var encoding: Self {
        Self(kind: .string, placeholder: nil) { reader, value, key in
            guard let text = reader.text(value, key, .string) else { return nil }
            if text.lowercased() == "auto" { return .some(nil) }
            let encoding = HTMLEncoding(label: text)
            if let encoding, encoding.isDecodable { return encoding }
            let reason: String
            if encoding == .replacement {
                reason = "which stands for an encoding that browsers refuse as unsafe"
            } else if encoding != nil {
                reason = "which the library iconv of this system lacks"
            } else {
                reason = "which is no label of the WHATWG standard\(value.isSecret ? "" : HTMLEncoding.hint(forLabel: text, in: ["auto"]))"
            }
            reader.report("expected an encoding, found \(value.phrase), \(reason)", at: value.range, key: key)
            return nil
        }
    }
}

extension HTMLEncoding {
    /// The end of a message about a label that the standard lacks: the label that was probably meant, or "".
    ///
    /// Package access: the source options and the command `convert` read labels.
    ///
    /// - Parameters:
    ///   - text: What was given.
    ///   - others: Other words that are possible.
    package static func hint(forLabel text: String, in others: [String] = []) -> String {
        if let encoding = named(elsewhere: text) { return "; did you mean \"\(encoding.rawValue.lowercased())\"?" }
        return DidYouMean.hint(for: text.lowercased(), in: others + allCases.map { $0.rawValue.lowercased() })
    }
}

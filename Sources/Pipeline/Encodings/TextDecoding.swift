package import HTMLParsing
internal import JSONParsing

/// How a source decodes its input: the options `encoding` and `on_bad_bytes`.
///
/// Package access: sources and tables decode in one way; a plug-in gets the bytes of an input.
package struct TextDecoding: Sendable {
    /// The treatment of bytes that the encoding does not allow: an error, or replacement characters.
    package enum OnBadBytes: String, CaseIterable, Sendable {
        case fail
        case replace
    }

    /// The content of an input, which decides how to recognize UTF-16 without a byte order mark.
    package enum Content: Sendable {
        case json
        case table
        case text
    }

    /// The encoding; nil for that of the input itself.
    package var encoding: HTMLEncoding?
    /// The treatment of bad bytes; nil if the source decides.
    package var onBadBytes: OnBadBytes?
    /// Whether the input has these options, so that messages name them.
    private(set) var isOption = false

    /// Decodes an input in the encoding that it names itself.
    package init() {}

    /// Reads the options.
    ///
    /// - Parameter badBytes: The treatment of bytes that are not UTF-8 if the option `on_bad_bytes` is missing, in words for its help.
    package init(_ options: inout OptionReader, badBytes: String = "fail ends the run; those that are not UTF-8 are a fault of their row") {
        isOption = true
        let found = options.readIfPresent(
            "encoding", .encoding,
            help:
                "The encoding, by a label of the WHATWG standard such as utf-8, utf-16, windows-1252, shift_jis, gb18030, big5 or euc-kr. A byte "
                + "order mark overrides it. By default auto: UTF-8 or UTF-16, or what a response names in Content-Type, if its text is not UTF-8."
        )
        encoding = found ?? nil
        onBadBytes = options.readIfPresent(
            "on_bad_bytes", .choice(of: OnBadBytes.self),
            help: "What happens to bytes that are none of the encoding: \(badBytes); with replace, U+FFFD stands for them, and a warning "
                + "counts them.")
    }

    /// Decodes a whole input.
    ///
    /// - Returns: The text as UTF-8; text that seems to be UTF-8 is returned unchanged and not validated. And the warning about replaced
    ///   bytes; nil if there is none.
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
    ///   - text: The unknown label.
    ///   - others: Other words that are accepted in place of a label.
    package static func hint(forLabel text: String, in others: [String] = []) -> String {
        if let encoding = named(elsewhere: text) { return "; did you mean \"\(encoding.rawValue.lowercased())\"?" }
        return DidYouMean.hint(for: text.lowercased(), in: others + allCases.map { $0.rawValue.lowercased() })
    }
}

/// Decodes an input to UTF-8 while it is read. UTF-8 itself passes through untouched.
///
/// The order is that of the WHATWG standard: a byte order mark, the option, the `Content-Type` of a response. Many servers name a wrong
/// encoding, so text that is valid UTF-8 is taken as UTF-8, whatever the header says.
///
/// Package access: see ``TextDecoding``.
package struct InputDecoder: ~Copyable, Sendable {
    private enum State {
        /// The encoding is not known yet. Up to here, all text is ASCII.
        case undecided(HTMLEncoding?)
        case plain
        case decoding
    }

    /// The limit in bytes for text that is held back until its encoding is known.
    private static let maxHeldBytes = 64 << 10

    private let settings: TextDecoding
    private let content: TextDecoding.Content
    /// The name of the input in messages.
    private let shown: String
    private var state: State
    private var isAtStart = true
    private var held: [UInt8] = []
    private var decoder: HTMLTextDecoder?

    /// - Parameters:
    ///   - contentType: The `Content-Type` of a response; nil for a file.
    ///   - shown: The name of the input in messages.
    package init(_ settings: TextDecoding, _ content: TextDecoding.Content, contentType: String?, shown: String) {
        self.settings = settings
        self.content = content
        self.shown = shown
        state = .undecided(contentType.flatMap { HTMLEncoding.declared(inContentType: $0) })
        decoder = nil
    }

    /// Whether the input is passed through from here on.
    package var isPlain: Bool { if case .plain = state { true } else { false } }

    /// The warning about replaced bytes; nil if there is none.
    package var remark: String? {
        switch decoder {
        case .some(let decoder): Self.remark(on: decoder.faults, decoder.encoding)
        case nil: nil
        }
    }

    /// The warning about the bytes of a document that were replaced; nil if there are none.
    ///
    /// - Parameter isReplaced: Whether they became U+FFFD.
    package static func remark(on faults: HTMLDecodingFaults, _ encoding: HTMLEncoding, isReplaced: Bool = true) -> String? {
        guard let first = faults.firstOffset else { return nil }
        let verb = faults.count == 1 ? "is" : "are"
        return
            "\(faults.count.counted("byte sequence")) \(verb) not \(encoding.rawValue)\(isReplaced ? ", and became U+FFFD" : ""); the first is at byte \(first)"
    }

    /// The reason why a text in an encoding cannot be read, as the end of a message.
    package static func reasonNotToDecode(_ encoding: HTMLEncoding) -> String {
        encoding == .replacement
            ? "the text says that it is in an encoding that browsers refuse as unsafe (hz-gb-2312, iso-2022-cn or iso-2022-kr)"
            : "the text is in \(encoding.rawValue), which the library iconv of this system lacks"
    }

    /// Decodes the next chunk.
    ///
    /// - Parameter chunk: The bytes. The first chunk is long enough to show a byte order mark (``ByteOrderMark``), or it is the whole input.
    /// - Returns: UTF-8; empty if the chunk gives nothing yet.
    /// - Throws: ``PipelineFailure`` of the kind `badData` for bytes that are none of the encoding, and for an encoding that the system lacks.
    package mutating func decode(_ chunk: [UInt8]) throws -> [UInt8] {
        switch state {
        case .plain: return chunk
        case .decoding: return try decoded(chunk)
        case .undecided(let label):
            // The first chunk is not copied.
            if held.isEmpty { held = chunk } else { held += chunk }
            return held.isEmpty ? [] : try decide(label, isWhole: false)
        }
    }

    /// Ends the input.
    ///
    /// - Returns: The rest of the text.
    /// - Throws: As ``decode(_:)``.
    package mutating func finish() throws -> [UInt8] {
        var text: [UInt8] = []
        if case .undecided(let label) = state, !held.isEmpty { text = try decide(label, isWhole: true) }
        if case .decoding = state {
            text += decoder?.finish() ?? []
            try checkFaults(in: [])
        }
        return text
    }

    /// The result of detecting the encoding from the beginning of an input.
    private enum Beginning {
        case shows(HTMLEncoding)
        /// Later bytes decide whether the label is right.
        case leavesOpen
        /// More bytes are needed.
        case isTooShort
    }

    private func beginning(_ label: HTMLEncoding?, isWhole: Bool) -> Beginning {
        switch ByteOrderMark.wideEncoding(of: held, content) {
        case .utf16(let encoding, hasMark: true): return .shows(encoding)
        case .utf32: return .shows(.utf8)
        case .utf16(let encoding, hasMark: false) where settings.encoding == nil: return .shows(encoding)
        default: break
        }
        if held.starts(with: [0xEF, 0xBB, 0xBF]) { return .shows(.utf8) }
        if let encoding = settings.encoding { return .shows(encoding) }
        if content == .table {
            switch ByteOrderMark.wideLineEnd(in: held, isWhole: isWhole) {
            case .found(let encoding): return .shows(encoding)
            case .unknown: return .isTooShort
            case .missing: break
            }
        }
        return label == nil || label == .utf8 ? .shows(.utf8) : .leavesOpen
    }

    /// Detects the encoding from the text that is held back, and decodes that text if it is enough for a decision.
    private mutating func decide(_ label: HTMLEncoding?, isWhole: Bool) throws -> [UInt8] {
        if isAtStart {
            switch beginning(label, isWhole: isWhole) {
            case .shows(let encoding): return try start(encoding, with: takeHeld())
            case .isTooShort: return []
            case .leavesOpen: isAtStart = false
            }
        }
        guard let label else { return try start(.utf8, with: takeHeld()) }
        let evidence = HTMLUTF8Evidence(in: held.span, isWhole: isWhole)
        switch evidence {
        case .none: return try start(label, with: takeHeld())
        case .strong: return try start(.utf8, with: takeHeld())
        case .ascii:
            // Text of seven bits with escape sequences, and UTF-16, look like ASCII.
            let mark: UInt8? = label == .iso2022JP || label == .replacement ? 0x1B : label == .utf16BE || label == .utf16LE ? 0 : nil
            if let mark, held.contains(mark) { return try start(label, with: takeHeld()) }
            return takeHeld()
        case .weak where !label.isMultiByte: return try start(.utf8, with: takeHeld())
        case .weak, .unfinished:
            if !isWhole, held.count < Self.maxHeldBytes { return [] }
            return try start(label.corrected(for: held.span), with: takeHeld())
        }
    }

    private mutating func takeHeld() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// Decodes from here on.
    private mutating func start(_ encoding: HTMLEncoding, with bytes: [UInt8]) throws -> [UInt8] {
        // UTF-32 passes through unchanged: the reader of the content detects its byte order mark and reports the encoding.
        let isUTF32 = ByteOrderMark.wideEncoding(of: bytes, content) == .utf32
        if encoding == .utf8, settings.onBadBytes != .replace || isUTF32 {
            state = .plain
            return bytes
        }
        guard let decoder = HTMLTextDecoder(encoding) else {
            throw PipelineFailure(.badData, "\(shown.printable): \(Self.reasonNotToDecode(encoding))")
        }
        self.decoder = consume decoder
        state = .decoding
        return try decoded(bytes)
    }

    private mutating func decoded(_ bytes: [UInt8]) throws -> [UInt8] {
        let text = decoder?.decode(bytes.span) ?? []
        try checkFaults(in: bytes)
        return text
    }

    /// - Parameter bytes: The bytes that were decoded last. Their fault helps to guess the actual encoding of the text.
    private func checkFaults(in bytes: [UInt8]) throws {
        guard settings.onBadBytes != .replace else { return }
        switch decoder {
        case .some(let decoder):
            guard let first = decoder.faults.firstOffset else { return }
            let other = LegacyEncoding.hint(for: bytes, instead: decoder.encoding, advice: settings.isOption ? .option : .program)
            let cure = settings.isOption ? "; with \"on_bad_bytes\": \"replace\", U+FFFD stands for such bytes" : ""
            throw PipelineFailure(.badData, "\(shown.printable): byte \(first): not \(decoder.encoding.rawValue)\(other)\(cure)")
        case nil: return
        }
    }
}

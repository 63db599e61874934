internal import JSONParsing
internal import JSONStyling
internal import Pipeline

/// Writes outputs of `query` as its options say.
struct QueryWriter: Sendable {
    private static let recordSeparator: UInt8 = 0x1E

    private let options: QueryOutputOptions
    private let styler: JSONStyler
    /// Whether strings go to a terminal, which must not receive control characters of content.
    private let isForTerminal: Bool
    /// Writes the values in messages.
    private let messageStyler: JSONStyler
    private let hasMessageTerminal: Bool
    /// The warning about `JQ_COLORS`; nil if there is none.
    let warning: String?

    init(_ options: QueryOutputOptions, console: Console, environment: [String: String]) {
        self.options = options
        isForTerminal = console.outputStyle.isForTerminal
        hasMessageTerminal = console.isTerminal
        let (colors, warning) = JSONColors.named(in: environment)
        self.warning = warning
        let indentation: [UInt8]? =
            switch options.indentation {
            case .compact: nil
            case .spaces(let count): [UInt8](repeating: UInt8(ascii: " "), count: count)
            case .tab: [UInt8(ascii: "\t")]
            }
        styler = JSONStyler(
            indentation: indentation, colors: options.usesColor ?? (console.outputStyle == .colored) ? colors : nil,
            isASCII: options.isASCII, escapesControls: isForTerminal)
        messageStyler = JSONStyler(indentation: nil, colors: nil, isASCII: options.isASCII, escapesControls: hasMessageTerminal)
    }

    /// Whether each output is written at once: to a terminal, or if the user wants it.
    var writesEachOutput: Bool { options.isUnbuffered || isForTerminal }

    /// Appends an output.
    ///
    /// - Throws: ``QueryOutputFault`` for a zero byte with `--raw-output0`; `JSONError` for a lone surrogate.
    func append(_ value: JSONValue, to output: inout [UInt8]) throws {
        if options.isRaw, !options.isASCII, let string = try Self.string(value) {
            if options.ending == .zero, string.utf8.contains(0) {
                throw QueryOutputFault(message: "a string with a zero byte cannot be written with --raw-output0")
            }
            append(string, isForTerminal: isForTerminal, to: &output)
        } else {
            let isString = options.isRaw && value.kind == .string
            if options.isSequence, !isString { output.append(Self.recordSeparator) }
            let start = output.count
            styler.append(options.sortsKeys ? try value.withSortedKeys : value, to: &output)
            try JSONStyler.checkSurrogates(in: output.span.extracting(start...))
        }
        switch options.ending {
        case .lineBreak: output.append(UInt8(ascii: "\n"))
        case .zero: output.append(0)
        case .none: break
        }
    }

    /// Appends the message of `debug`.
    func appendDebugMessage(_ value: JSONValue, to output: inout [UInt8]) {
        messageStyler.append(["DEBUG:", value], to: &output)
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends the message of `stderr` or `halt_error`: a string as it is, other values as JSON.
    func appendMessage(_ value: JSONValue, to output: inout [UInt8]) {
        if let string = try? Self.string(value) {
            append(string, isForTerminal: hasMessageTerminal, to: &output)
        } else {
            messageStyler.append(value, to: &output)
        }
    }

    private static func string(_ value: JSONValue) throws -> String? {
        guard value.kind == .string, case .string(let string) = try value.decoded() else { return nil }
        return string
    }

    private func append(_ string: String, isForTerminal: Bool, to output: inout [UInt8]) {
        guard isForTerminal else { return output.append(contentsOf: string.utf8) }
        // Line breaks and tabs are harmless on a terminal, and stay.
        let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(\.printable).joined(separator: "\t") }
        output += shown.joined(separator: "\n").utf8
    }
}

/// An output that cannot be written in the form that the options ask for.
struct QueryOutputFault: Error {
    let message: String
}

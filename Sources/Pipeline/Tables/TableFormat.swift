internal import CSVParsing
internal import JSONParsing

/// The options of a table in CSV: its dialect, the names of its columns, and the text that stands for null.
///
/// Package access: see ``TableReader``.
package struct TableFormat: Sendable {
    /// The delimiter between two cells.
    enum Delimiter: Equatable, Sendable {
        case byte(UInt8)
        /// The common delimiter that occurs most often in the first row.
        case detected

        /// Words for delimiters, as in the sink `csv`.
        static let words: [(word: String, byte: UInt8)] = [
            ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", UInt8(ascii: "\t")),
        ]
        static let automatic = "auto"
    }

    private static let comma = UInt8(ascii: ",")
    private static let tab = UInt8(ascii: "\t")

    /// The option `delimiter`; nil if the name of the file decides.
    var delimiter: Delimiter?
    /// The byte that encloses cells; nil if quotation marks are text.
    var quote: UInt8? = UInt8(ascii: "\"")
    /// The names of the columns; nil takes them from the first row.
    package var columns: [String]?
    /// The text that stands for null in a cell without quotation marks; nil if all cells are texts.
    var nullText: String?
    /// How the text is decoded.
    package var decoding = TextDecoding()

    /// The default format.
    init() {}

    /// Reads the options of a table.
    package init(_ options: inout OptionReader) {
        columns = options.readIfPresent(
            "columns", .list(of: .string),
            help: "The names of the columns, for a table without a header. Otherwise the first row names them.")
        if let columns { Self.check(columns, &options) }
        delimiter = options.readIfPresent(
            "delimiter", .delimiter,
            help:
                "What stands between two cells: one ASCII character, or comma, semicolon, tab; with auto, the one of , ; | and tab that the "
                + "first row has most often. By default a comma, and a tab in a file whose name ends with .tsv.")
        quote = options.read(
            "quote", .quote, default: quote,
            help: "The character that encloses cells, which is doubled inside of them; \"\" if the table has none.")
        nullText = options.readIfPresent(
            "null_as", .string,
            help:
                "The text of a cell without quotation marks that stands for null, such as \"\" or \"NULL\". Without it, all cells are texts."
        )
        decoding = TextDecoding(&options)
        guard let quote else { return }
        switch delimiter {
        case .byte(quote): options.report("expected another character than that of \"quote\"", option: "delimiter")
        case nil where quote == Self.comma || quote == Self.tab:
            options.report("expected a character that is no delimiter; without \"delimiter\", a comma or a tab is one", option: "quote")
        case .detected where CSVDialect.commonDelimiters.contains(quote):
            options.report("expected a character that is no delimiter; with \"auto\", each of , ; | and tab can be one", option: "quote")
        default: break
        }
    }

    /// The keys of the options that only CSV has.
    static let options = ["columns", "delimiter", "quote", "null_as"]

    /// The delimiter in a file: the option, or by the name of the file.
    func delimiter(inFile name: String) -> Delimiter {
        delimiter ?? .byte(TableFile.Kind(ofName: name) == .csv(hasTabs: true) ? UInt8(ascii: "\t") : Self.comma)
    }

    /// Checks the names of the option. Messages quote no name, because it may be a secret.
    private static func check(_ columns: [String], _ options: inout OptionReader) {
        if columns.isEmpty { options.report("expected at least one name", option: "columns") }
        do throws(CSVHeader.Fault) {
            _ = try CSVHeader(columns)
        } catch {
            let place = "columns[\(error.column - 1)]"
            if case .repeated(_, _, let first) = error {
                options.report("\(place) is the same name as columns[\(first - 1)]", option: "columns")
            } else {
                options.report("\(place) is an empty name", option: "columns")
            }
        }
    }
}

extension OptionType where Value == TableFormat.Delimiter {
    fileprivate static var delimiter: Self {
        Self(kind: .string, placeholder: .detected) { reader, value, key in
            guard let text = reader.text(value, key, .string) else { return nil }
            if text == Value.automatic { return .detected }
            if let known = Value.words.first(where: { $0.word == text }) { return .byte(known.byte) }
            if text.utf8.count == 1, let byte = text.utf8.first, CSVDialect(delimiter: byte, quote: nil) != nil { return .byte(byte) }
            let words = Value.words.map(\.word) + [Value.automatic]
            let hint = value.isSecret ? "" : DidYouMean.hint(for: text, in: words)
            let wanted = "one ASCII character that ends no line, or \(words.joined(separator: ", "))"
            reader.report("expected \(wanted), found \(value.phrase)\(hint)", at: value.range, key: key)
            return nil
        }
    }
}

extension OptionType where Value == UInt8? {
    fileprivate static var quote: Self {
        Self(kind: .string, placeholder: nil, written: { .string($0.map { String(UnicodeScalar($0)) } ?? "") }) { reader, value, key in
            guard let text = reader.text(value, key, .string) else { return nil }
            if text.isEmpty { return .some(nil) }
            if text.utf8.count == 1, let byte = text.utf8.first, CSVDialect(delimiter: byte, quote: nil) != nil { return byte }
            reader.report(
                "expected one ASCII character that ends no line, or \"\", found \(value.phrase)", at: value.range, key: key)
            return nil
        }
    }
}

/// The characters that structure a table: the delimiter between two cells, and the quotation mark around a cell.
///
/// Rows end with a line feed, a carriage return, or both. A quotation mark inside an enclosed cell is doubled.
///
/// - SeeAlso: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
public struct CSVDialect: Equatable, Sendable {
    /// The dialect of RFC 4180: commas, and double quotation marks.
    public static let standard = CSVDialect(checkedDelimiter: comma, quote: doubleQuote)

    /// The dialect of spreadsheets in countries with a decimal comma: semicolons, and double quotation marks.
    public static let semicolons = CSVDialect(checkedDelimiter: UInt8(ascii: ";"), quote: doubleQuote)
    /// Tabs, and double quotation marks.
    public static let tabs = CSVDialect(checkedDelimiter: UInt8(ascii: "\t"), quote: doubleQuote)

    /// The delimiters that ``detectedDelimiter(in:quote:isWhole:)`` knows, the likeliest first.
    public static let commonDelimiters = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    private static let comma = UInt8(ascii: ",")
    private static let doubleQuote = UInt8(ascii: "\"")

    /// The byte between two cells.
    public let delimiter: UInt8
    /// The byte that encloses cells; nil if quotation marks are ordinary text.
    public let quote: UInt8?

    private init(checkedDelimiter delimiter: UInt8, quote: UInt8?) {
        self.delimiter = delimiter
        self.quote = quote
    }

    /// Creates a dialect.
    ///
    /// - Parameters:
    ///   - delimiter: The byte between two cells.
    ///   - quote: The byte that encloses cells; nil for none.
    /// - Returns: nil if a byte is not ASCII or is part of a line end, or if both bytes are equal.
    public init?(delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\"")) {
        let bytes = [delimiter] + (quote.map { [$0] } ?? [])
        guard bytes.allSatisfy({ $0 < 0x80 && $0 != Self.lineFeed && $0 != Self.carriageReturn }), delimiter != quote else { return nil }
        self.init(checkedDelimiter: delimiter, quote: quote)
    }

    /// Finds the delimiter of a table: the one of ``commonDelimiters`` that its first row has most often outside of quotation marks.
    ///
    /// - Parameters:
    ///   - start: The first bytes of the table. Blank lines and a byte order mark before the row are skipped.
    ///   - quote: The byte that encloses cells; nil for none.
    ///   - isWhole: Whether these bytes are the whole table.
    /// - Returns: A comma if the row has none of them; nil if the bytes do not contain the whole row.
    public static func detectedDelimiter(in start: Span<UInt8>, quote: UInt8?, isWhole: Bool) -> UInt8? {
        var counts = commonDelimiters.map { _ in 0 }
        var isQuoted = false
        var isBlank = true
        var isComplete = isWhole
        for place in start.indices {
            let byte = start[place]
            if !isQuoted, byte == lineFeed || byte == carriageReturn {
                if isBlank { continue }
                isComplete = true
                break
            }
            if !CSVReader.mark.contains(byte) { isBlank = false }
            if byte == quote { isQuoted.toggle() }
            if !isQuoted, let kind = commonDelimiters.firstIndex(of: byte) { counts[kind] += 1 }
        }
        guard isComplete, let most = counts.max() else { return nil }
        return counts.firstIndex(of: most).map { commonDelimiters[$0] }
    }
}

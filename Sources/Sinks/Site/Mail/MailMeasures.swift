internal import HTMLParsing
internal import Pipeline

/// Limits the heights that the attributes of a mail can set, as the sanitiser limits those of its styles, and the sizes of its tables.
enum MailMeasures {
    /// HTML attributes that affect the height.
    static let attributes = ["height", "border", "cellpadding", "cellspacing", "size", "vspace"]

    /// The maximum numbers of columns and rows that a cell or a column spans. A browser adds all columns of a `colspan` to the table, and its layout time
    /// grows with the columns of all cells.
    static let spans: [(attribute: String, maximum: Int)] = [("colspan", 100), ("span", 100), ("rowspan", 1_000)]

    /// The maximum number of places in tables that all spanning cells of one part of a mail take.
    static let maximumSpannedPlaces = 200_000

    /// Whether to keep an attribute whose value is in pixels.
    static func allows(attribute: String) -> Bool {
        let digits = attribute.trimmingSpaces.drop { $0 == "+" }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return digits.isEmpty || (Double(digits) ?? .infinity) <= HTMLSanitizer.maximumHeight
    }

    /// Returns the number of columns or rows that an attribute makes a cell span. 0 means all rows that are left.
    static func span(_ attribute: String) -> Int {
        let digits = attribute.trimmingSpaces.drop { $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty ? 1 : Int(digits) ?? .max
    }
}

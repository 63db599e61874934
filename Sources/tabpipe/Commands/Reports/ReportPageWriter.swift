internal import Pipeline

/// Writes HTML and SVG. Content of records gets in only as escaped text.
struct ReportPageWriter {
    private(set) var html = ""
    /// The JSON pointer of the run that is being written, such as `/runs/0`.
    var pointer = ""

    /// Appends constant markup.
    mutating func raw(_ markup: String) { html += markup }

    /// Appends a text.
    mutating func text(_ text: String) { html += Self.escaped(text) }

    /// Appends an element with attributes that are constant or escaped.
    mutating func element(_ tag: String, _ attributes: String = "", _ content: (inout ReportPageWriter) -> Void) {
        html += "<\(tag)\(attributes.isEmpty ? "" : " \(attributes)")>"
        content(&self)
        html += "</\(tag)>"
    }

    mutating func element(_ tag: String, _ attributes: String = "", text: String) {
        element(tag, attributes) { $0.text(text) }
    }

    /// Appends a row of a table.
    mutating func row(_ cells: (inout ReportPageWriter) -> Void) {
        element("tr", "", cells)
        html += "\n"
    }

    /// Appends a cell of a table.
    mutating func cell(_ content: (inout ReportPageWriter) -> Void) { element("td", "", content) }

    mutating func cell(text: String) { element("td", text: text) }

    /// Appends a number that the JSON report has, too.
    ///
    /// - Parameters:
    ///   - shown: The number for people.
    ///   - value: The number as in JSON.
    ///   - place: The JSON pointer of the number in its run of the JSON report, such as `/counts/read`.
    mutating func number(_ shown: String, value: String, at place: String) {
        html += "<data value=\"\(value)\" data-at=\"\(pointer)\(place)\">\(Self.escaped(shown))</data>"
    }

    mutating func count(_ count: Int, at place: String) { number(FixedDecimals.grouped(count), value: "\(count)", at: place) }
    mutating func seconds(_ seconds: Double, at place: String) {
        number("\(FixedDecimals.text(seconds, places: 3)) s", value: "\(seconds)", at: place)
    }
    mutating func percent(_ share: Double, at place: String) {
        number("\(FixedDecimals.text(share * 100, places: 2)) %", value: "\(share)", at: place)
    }
    mutating func rate(_ rate: Double, at place: String) {
        number("\(FixedDecimals.grouped(Int(rate.rounded()))) records/s", value: "\(rate)", at: place)
    }
    mutating func bytes(_ bytes: Int, at place: String) { number(Self.size(bytes), value: "\(bytes)", at: place) }

    /// The attribute with the JSON pointer of a number, for elements of SVG.
    func at(_ place: String) -> String { "data-at=\"\(pointer)\(place)\"" }

    /// A number of bytes with a unit, such as `1.5 MiB`.
    private static func size(_ bytes: Int) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        guard bytes >= 1024 else { return "\(bytes) bytes" }
        var (size, unit) = (Double(bytes) / 1024, 0)
        while size >= 1024, unit < units.count - 1 { (size, unit) = (size / 1024, unit + 1) }
        return "\(FixedDecimals.text(size, places: 1)) \(units[unit])"
    }

    /// The text for HTML. Control characters are visible, and line breaks stay.
    static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            HTMLDocument.escaped(line.printable, inAttribute: true)
        }
        .joined(separator: "\n")
    }
}

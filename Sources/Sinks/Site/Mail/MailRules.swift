internal import HTMLParsing
internal import Pipeline

/// The rules for mail in a frame, in addition to the sanitiser's. A mail has no URL of its own, so that relative URLs are removed; its
/// frame is as high as its content, so that heights relative to the frame are removed.
enum MailRules {
    /// The maximum nesting depth of tables. Deeper tables become plain blocks.
    static let maximumTableDepth = 16
    /// The maximum number of nested elements with `dir=auto`.
    static let maximumDirectionDepth = 4

    /// Makes links open in a new tab, and turns links without an absolute URL into text.
    static func link(_ node: HTMLNode, _ document: inout HTMLDocument) {
        guard let address = document.attribute("href", of: node) else { return }
        if ["http", "https", "mailto", "tel", "sms"].contains(SiteAddress.scheme(of: address)) {
            document.setAttribute("target", to: "_blank", of: node)
            document.setAttribute("rel", to: "noopener noreferrer", of: node)
        } else {
            document.setAttribute("href", to: nil, of: node)
        }
    }

    /// Completes scheme-relative image URLs with https. Removes all others except absolute web URLs and `data:` URLs.
    static func image(_ node: HTMLNode, _ document: inout HTMLDocument) {
        if let address = document.attribute(HTMLSanitizer.waitingAddress, of: node) {
            let trimmed = address.trimmingSpaces
            if SiteAddress.isWeb(address) {
                if trimmed != address { document.setAttribute(HTMLSanitizer.waitingAddress, to: trimmed, of: node) }
            } else {
                let whole = trimmed.replacing("\\", with: "/")
                document.setAttribute(HTMLSanitizer.waitingAddress, to: whole.hasPrefix("//") ? "https:" + whole : nil, of: node)
            }
            document.setAttribute("src", to: nil, of: node)
        } else if let address = document.attribute("src", of: node), SiteAddress.scheme(of: address) != "data" {
            document.setAttribute("src", to: nil, of: node)
        }
        if document.attribute("alt", of: node) == nil { document.setAttribute("alt", to: "", of: node) }
    }

    /// Removes attributes that ``MailSizeLimits`` does not allow.
    static func measures(_ node: HTMLNode, _ document: inout HTMLDocument) {
        switch document.tag(of: node) {
        case .table, .tr, .td, .th, .img, .hr, .font: break
        // The sanitiser keeps these attributes on no other element.
        default: return
        }
        for name in MailSizeLimits.attributes {
            guard let value = document.attribute(name, of: node), !MailSizeLimits.allows(attribute: value) else { continue }
            document.setAttribute(name, to: nil, of: node)
        }
    }

    /// Reduces the spans of a cell to the limits of ``MailSizeLimits``.
    ///
    /// - Parameter places: The number of slots of the table grid that spanning cells of this part of the mail may still take. Beyond it,
    ///   cells lose their spans.
    static func spans(_ node: HTMLNode, _ document: inout HTMLDocument, _ places: inout Int) {
        var area = 1
        for (name, maximum) in MailSizeLimits.spans {
            guard let value = document.attribute(name, of: node) else { continue }
            let span = MailSizeLimits.span(value)
            if span > maximum { document.setAttribute(name, to: String(maximum), of: node) }
            area *= span == 0 ? maximum : min(span, maximum)
        }
        guard area > 1 else { return }
        places -= area
        if places < 0 { for (name, _) in MailSizeLimits.spans { document.setAttribute(name, to: nil, of: node) } }
    }
}

extension HTMLDocument {
    /// Returns the number of images with this attribute.
    func images(_ attribute: String) -> Int {
        descendants(of: root).count { isHTML($0, .img) && self.attribute(attribute, of: $0) != nil }
    }

    /// Whether any element sets a color or a background.
    var hasColors: Bool {
        let bytes = textBytes
        return descendants(of: root).contains { node in
            attributeRange("bgcolor", of: node) != nil || attributeRange("color", of: node) != nil
                || attributeRange("style", of: node).map { ReadableStyle.setsColors(bytes[$0]) } == true
                || isHTML(node, .style) && children(of: node).contains { ReadableStyle.setsColors(bytes[textRange(of: $0)]) }
        }
    }

    /// The number of characters of text, in Unicode scalars; style sheets have none.
    var textLength: Int {
        let bytes = textBytes
        // Each scalar has one byte that is no continuation byte of UTF-8.
        return descendants(of: root).reduce(0) { sum, node in
            guard kind(of: node) == .text, parent(of: node).map({ isHTML($0, .style) }) != true else { return sum }
            return sum + bytes[textRange(of: node)].count { $0 & 0xC0 != 0x80 }
        }
    }
}

/// Limits the heights that the attributes of a mail can set, as the sanitiser limits those of its styles, and the sizes of its tables.
enum MailSizeLimits {
    /// HTML attributes that affect the height.
    static let attributes = ["height", "border", "cellpadding", "cellspacing", "size", "vspace"]

    /// The maximum numbers of columns and rows that a cell or a column spans. A browser adds all columns of a `colspan` to the table, and its layout time
    /// grows with the columns of all cells.
    static let spans: [(attribute: String, maximum: Int)] = [("colspan", 100), ("span", 100), ("rowspan", 1_000)]

    /// The maximum number of slots in table grids that all spanning cells of one part of a mail take.
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

/// Finds data tables, whose cells mean nothing without their columns: those with heading cells, and those of short texts in several rows
/// and columns. The page's script has a similar rule (`isData`).
enum DataTable {
    /// The attribute of such a table. The sanitiser keeps no such attribute.
    static let mark = "data-table"

    /// The number of rows to examine, the longest short text in characters, and the share of cells that must be short.
    private static let maximumRows = 20
    private static let maximumLabel = 28
    private static let shortShare = 0.8
    /// The least numbers of columns, and of rows with several cells.
    private static let minimumSize = 3

    /// Returns the tables in document order.
    static func all(in document: HTMLDocument) -> [HTMLNode] {
        document.elements(tag: .table).filter { hasHeadings($0, document) || hasShortCells($0, document) }
    }

    private static func hasHeadings(_ table: HTMLNode, _ document: HTMLDocument) -> Bool {
        rows(of: table, document).contains { row in document.children(of: row).contains { document.isHTML($0, .th) } }
    }

    private static func hasShortCells(_ table: HTMLNode, _ document: HTMLDocument) -> Bool {
        if let role = document.attribute("role", of: table)?.lowercased(), role == "presentation" || role == "none" { return false }
        let rows = rows(of: table, document).prefix(maximumRows)
            .map { row in document.children(of: row).filter { document.isHTML($0, .td) || document.isHTML($0, .th) } }.filter {
                $0.count > 1
            }
        guard rows.count >= minimumSize, rows.contains(where: { $0.count >= minimumSize }) else { return false }
        let cells = rows.joined()
        guard Double(cells.count { isShort($0, document) }) > Double(cells.count) * shortShare else { return false }
        return !document.descendants(of: table).contains { document.isHTML($0, .table) }
    }

    private static func rows(of table: HTMLNode, _ document: HTMLDocument) -> [HTMLNode] {
        document.children(of: table).flatMap { part -> [HTMLNode] in
            switch document.tag(of: part) {
            case .tr: [part]
            case .thead, .tbody, .tfoot: document.children(of: part).filter { document.isHTML($0, .tr) }
            default: []
            }
        }
    }

    /// Whether a cell holds no image and at most a few words.
    private static func isShort(_ cell: HTMLNode, _ document: HTMLDocument) -> Bool {
        let bytes = document.textBytes
        var text: [UInt8] = []
        for node in document.descendants(of: cell) {
            if document.isHTML(node, .img) || document.isHTML(node, .table) { return false }
            guard document.kind(of: node) == .text else { continue }
            text += bytes[document.textRange(of: node)].drop { text.isEmpty && $0 <= UInt8(ascii: " ") }.prefix(maximumBytes)
            if text.count > maximumBytes { return false }
        }
        return String(decoding: text, as: UTF8.self).trimmingSpaces.count <= maximumLabel
    }

    /// The bytes that a cell may have: more than the longest short text with the white space around it.
    private static let maximumBytes = 2_000
}

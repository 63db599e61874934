internal import HTMLParsing
internal import Pipeline

/// Finds the tables whose cells mean nothing without their columns: those with heading cells, and those of short texts in several rows and
/// columns. The page's script has the same rule for what it fits.
enum DataTable {
    /// The attribute of such a table. The sanitiser keeps no such attribute.
    static let mark = "data-table"

    /// The rows that are looked at, the longest short text in characters, and the share of cells that must have one.
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

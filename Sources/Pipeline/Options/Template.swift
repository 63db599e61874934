internal import JSONParsing
package import JSONQuery

/// A text in which `{{ … }}` holds a jq program; its first output is put in its place.
///
/// Strings are put in as they are, other values as JSON. Null, or no output at all, is an error: a path or a line with a
/// hole in it is worse than none.
public struct Template: Sendable {
    enum Part: Sendable {
        case text(String)
        case query(RecordQuery)
    }

    let parts: [Part]

    static let empty = Template(parts: [])

    init(parts: [Part]) {
        self.parts = parts
    }

    /// Compiles a template.
    ///
    /// - Throws: ``QueryError`` with the offset of the fault in bytes from the start of `text`.
    package init(_ text: String) throws(QueryError) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
            let start = text.utf8.distance(from: text.startIndex, to: open.upperBound)
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
                throw QueryError("\"{{\" without \"}}\"", offset: start - 2, suggestion: nil)
            }
            do {
                parts.append(.query(try RecordQuery(String(rest[open.upperBound..<close.lowerBound]))))
            } catch {
                throw QueryError(error.message, offset: start + error.offset, suggestion: error.suggestion)
            }
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// Puts the values of a record in.
    ///
    /// - Throws: ``RecordError`` if a program gives null or nothing, or the program's own error.
    public func render(_ record: Record) throws -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .query(let query):
                guard let value = try query.first(record), !value.isNull else {
                    let source = query.source.trimmingSpaces
                    throw RecordError("{{\(source)}} gives nothing to put into a text")
                }
                text += value.string ?? value.compactText
            }
        }
        return text
    }
}

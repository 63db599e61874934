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
    /// Whether the text is the path of a file, whose names follow the rule of ``PortableName``.
    private let isPath: Bool

    static let empty = Template(parts: [])

    init(parts: [Part], isPath: Bool = false) {
        self.parts = parts
        self.isPath = isPath
    }

    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - secretName: For a text from the environment or another file, which is never printed: where it came from.
    /// - Throws: ``QueryError`` with the offset of the fault in bytes from the start of `text`.
    package init(_ text: String, secretName: String? = nil) throws(QueryError) {
        try self.init(text, secretName: secretName, origin: nil)
    }

    /// Compiles a template of a pipeline file.
    init(_ text: String, secretName: String?, origin: ProgramOrigin?) throws(QueryError) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
            let start = text.utf8.distance(from: text.startIndex, to: open.upperBound)
            do {
                let (query, end) = try Self.program(
                    in: rest[open.upperBound...], secretName: secretName, origin: origin?.moved(by: start))
                parts.append(.query(query))
                rest = rest[end...]
            } catch {
                throw QueryError(error.message, offset: start + error.offset, suggestion: error.suggestion)
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.init(parts: parts)
    }

    /// The program at the start of a text, up to a `}}`, and where the text goes on behind that.
    ///
    /// A program may hold `}}` itself, in a string or where two objects end. So it ends at the first `}}` that makes it one.
    private static func program(
        in text: Substring, secretName: String?, origin: ProgramOrigin?
    ) throws(QueryError) -> (RecordQuery, end: String.Index) {
        var first: QueryError?
        var searched = text
        while let close = searched.firstRange(of: "}}") {
            let program = text[..<close.lowerBound]
            if first == nil, program.trimmingSpaces.isEmpty { throw QueryError("{{ }} holds no jq program", offset: -2, suggestion: nil) }
            do {
                return (try RecordQuery(String(program), secretName: secretName, origin: origin), close.upperBound)
            } catch {
                first = first ?? error
            }
            searched = text[text.index(after: close.lowerBound)...]
        }
        throw first ?? QueryError("\"{{\" without \"}}\"", offset: -2, suggestion: nil)
    }

    /// The fields of the record that the programs take to be there.
    var wantedFields: [FieldPath] {
        parts.flatMap { part -> [FieldPath] in
            if case .query(let query) = part { query.wantedFields } else { [] }
        }
    }

    /// The same text, noticed where no record has its fields.
    func watched(by watch: FieldWatch?) -> Template {
        let watched = parts.map { part -> Part in
            if case .query(let query) = part { .query(query.watched(by: watch)) } else { part }
        }
        return Template(parts: watched, isPath: isPath)
    }

    /// Puts the values of a record in.
    ///
    /// - Throws: ``RecordError`` if a program gives null, nothing, or a text that cannot be decoded; or the program's own error.
    public func render(_ record: Record) throws -> String {
        var text = ""
        // Through a span, which lends the programs; what an array gives out is counted as one owner more of each of their parts.
        let parts = parts.span
        for index in parts.indices {
            switch parts[index] {
            case .text(let plain): text += plain
            case .query(let query):
                guard let value = try query.first(record), !value.isNull else {
                    let source = query.source.trimmingSpaces
                    throw RecordError("{{\(source)}} gives nothing to put into a text")
                }
                do throws(JSONError) {
                    text += try value.textOrJSON()
                } catch {
                    throw RecordError("{{\(query.source.trimmingSpaces)}}: \(error)")
                }
            }
        }
        return isPath ? try portable(text) : text
    }

    /// The path with names that every system takes. What may lead out of the folder stays as it is, to be refused.
    private func portable(_ path: String) throws(RecordError) -> String {
        let lastSlash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = path[(lastSlash.map { path.utf8.index(after: $0) } ?? path.startIndex)...]
        if name.utf8.first == UInt8(ascii: "."), name != "..", nameBeginsWithQuery {
            throw RecordError("the file name \"\(name.printable)\" has nothing in front of its dot")
        }
        if PortableName.isPortable(path: path) { return path }
        let names = FilePath.names(in: path)
        let portable = names.map { ["", ".", ".."].contains($0) ? $0 : PortableName.made(of: $0) }
        if let empty = zip(names, portable).first(where: { $1.isEmpty && !$0.isEmpty })?.0 {
            throw RecordError("the file name \"\(empty.printable)\" is nothing but dots and spaces")
        }
        return portable.joined(separator: "/")
    }

    /// Whether the last part of the path begins with what a program gives.
    private var nameBeginsWithQuery: Bool {
        var begins = true
        var isQuery = false
        for part in parts {
            switch part {
            case .query:
                if begins { isQuery = true }
                begins = false
            case .text(let text):
                if let slash = text.lastIndex(of: "/") {
                    begins = text.index(after: slash) == text.endIndex
                    isQuery = false
                } else {
                    begins = false
                }
            }
        }
        return isQuery
    }
}

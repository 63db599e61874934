public import JSONParsing
package import JSONQuery

/// A text with jq programs in `{{ … }}`. For each record, the first output of each program replaces it.
///
/// Strings are inserted without quotation marks, other values as JSON. Null or no output is an error, because a path or line with a gap
/// is worse than a rejected record.
public struct Template: Sendable {
    enum Part: Sendable {
        case text(String)
        case query(RecordQuery)
    }

    let parts: [Part]
    /// The template in messages: its text, or the node that a secret text came from, such as `$env.TITLE`.
    ///
    /// Package access: only the stage `hydrate` names its template in messages; plug-ins name the option.
    package private(set) var source = ""
    /// Whether the text came from the environment or another file, so that messages must not quote it.
    public private(set) var isSecret = false
    /// Whether the text is a path, whose names are made portable: ``PortableName``.
    private let isPath: Bool

    static let empty = Template(parts: [])

    init(parts: [Part], isPath: Bool = false) {
        self.parts = parts
        self.isPath = isPath
    }

    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - text: The text of the template.
    ///   - secretName: The node that a secret text came from, such as `$env.TITLE`; nil for others.
    /// - Throws: ``QueryError`` with the offset of the fault in bytes from the start of `text`.
    package init(_ text: String, secretName: String? = nil) throws(QueryError) {
        try self.init(text, secretName: secretName, origin: nil)
    }

    /// Compiles a template with its place in a pipeline file.
    init(
        _ text: String, secretName: String?, origin: QueryFileOrigin?, definitions: FileQueryDefinitions? = nil,
        values: QueryConstants = QueryConstants()
    ) throws(QueryError) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
            let start = text.utf8.distance(from: text.startIndex, to: open.upperBound)
            do {
                let (query, end) = try Self.program(
                    in: rest[open.upperBound...], secretName: secretName, origin: origin?.moved(by: start), definitions, values)
                parts.append(.query(query))
                rest = rest[end...]
            } catch {
                throw error.moved(by: start)
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.init(parts: parts)
        source = secretName ?? text
        isSecret = secretName != nil
    }

    /// Compiles the program at the start of a text, and returns it with the end of its `}}`.
    ///
    /// A program may contain `}}`, in a string or at the end of nested objects. So the first `}}` before which the text compiles ends it.
    private static func program(
        in text: Substring, secretName: String?, origin: QueryFileOrigin?, _ definitions: FileQueryDefinitions?, _ values: QueryConstants
    ) throws(QueryError) -> (RecordQuery, end: String.Index) {
        var first: QueryError?
        var searched = text
        while let close = searched.firstRange(of: "}}") {
            let program = text[..<close.lowerBound]
            if first == nil, program.trimmingSpaces.isEmpty { throw QueryError("{{ }} holds no jq program", offset: -2, suggestion: nil) }
            if program.trimmingSpaces.hasPrefix("#"), !program.contains("\n") {
                // For jq, the text is a comment, so the program would give the whole record.
                throw QueryError("a condition in a template is `{{ if … then … else … end }}`", offset: 0)
            }
            do {
                let query = try RecordQuery(
                    String(program), secretName: secretName, origin: origin, definitions: definitions, values: values)
                return (query, close.upperBound)
            } catch {
                first = first ?? error
            }
            searched = text[text.index(after: close.lowerBound)...]
        }
        throw first ?? QueryError("\"{{\" without \"}}\"; {{\"{{\"}} gives the two braces themselves", offset: -2, suggestion: nil)
    }

    /// The programs, in the order of the text.
    var queries: [RecordQuery] {
        parts.compactMap { part in
            if case .query(let query) = part { query } else { nil }
        }
    }

    /// The fields that the programs expect in the record.
    var wantedFields: [FieldPath] { queries.flatMap(\.wantedFields) }

    /// Returns the same template with a watch for its fields.
    func watched(by watch: MissingFieldWatch?) -> Template {
        let watched = parts.map { part -> Part in
            if case .query(let query) = part { .query(query.watched(by: watch)) } else { part }
        }
        var template = Template(parts: watched, isPath: isPath)
        template.source = source
        template.isSecret = isSecret
        return template
    }

    /// Whether the template has no program, so that all records give one text.
    ///
    /// Package access: the stage `hydrate` warns of a URL that no record changes; plug-ins may take one.
    package var isFixed: Bool { queries.isEmpty }

    /// The text before the first program, such as the host of a URL, which no record may change.
    public var beginning: String { if case .text(let text)? = parts.first { text } else { "" } }

    /// Whether a program stands behind "#" in a URL: the fragment, which clients do not send to the server.
    public var hasProgramInFragment: Bool {
        var isBehind = false
        for part in parts {
            switch part {
            case .query: if isBehind { return true }
            case .text(let text): isBehind = isBehind || text.utf8.contains(UInt8(ascii: "#"))
            }
        }
        return false
    }

    /// Returns the text for a record.
    ///
    /// - Throws: ``RecordError`` if a program has no output, or outputs null or half a surrogate pair; or the program's error.
    public func render(_ record: Record) throws -> String {
        let text = try render(record) { value, source in
            do throws(JSONError) {
                return try value.textOrJSON()
            } catch {
                throw RecordError("{{\(source)}}: \(error)")
            }
        }
        return isPath ? try portable(text) : text
    }

    /// Returns the text for a record, with the outputs of the programs in another form, such as percent-encoded for a URL.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - encode: Returns the text that stands for a value, which is not null. The second parameter is the program in messages.
    /// - Throws: As ``render(_:)``, and what `encode` throws.
    public func render(_ record: Record, encode: (JSONValue, _ source: String) throws -> String) throws -> String {
        var text = ""
        // A span lends its elements. The array would return copies, which costs a reference count for each object in a program.
        let parts = parts.span
        for index in parts.indices {
            switch parts[index] {
            case .text(let plain): text += plain
            case .query(let query):
                guard let value = try query.first(record), !value.isNull else {
                    let source = query.source.trimmingSpaces
                    throw RecordError("{{\(source)}} gives null or nothing, and the text needs a value")
                }
                text += try encode(value, query.source.trimmingSpaces)
            }
        }
        return text
    }

    /// Makes the names of a path portable. Parts such as ".." stay, so that ``ConfinedFolder/split(_:)`` rejects them.
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

    /// Whether the last name of the path begins with the output of a program.
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

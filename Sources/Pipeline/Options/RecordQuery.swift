public import JSONParsing
package import JSONQuery

/// A jq program that is run on records.
public struct RecordQuery: Sendable {
    package let query: Query
    private let fields: Set<String>?

    /// Compiles a program.
    ///
    /// - Throws: ``QueryError`` with the offset of the fault.
    package init(_ source: String) throws(QueryError) {
        query = try Query(source)
        fields = query.inputFields
    }

    private init(_ query: Query) {
        self.query = query
        fields = query.inputFields
    }

    /// `.`
    package static let identity: RecordQuery = {
        guard let query = try? Query(".") else { preconditionFailure("the program \".\" is valid") }
        return RecordQuery(query)
    }()

    /// The program as it was written.
    public var source: String { query.source }

    /// The top-level fields that the program looks at; nil if it may look at all.
    package var inputFields: Set<String>? { fields }

    /// Where the program begins with a plain path: its steps, and the rest of the program if something follows.
    package var leadingPath: (steps: [JSONPathStep], rest: RecordQuery?)? {
        guard let (steps, rest) = query.leadingPath else { return nil }
        let plain = steps.map { step -> JSONPathStep in
            switch step {
            case .key(let name, let optional): .key(name, optional: optional)
            case .iterate(let optional): .iterate(optional: optional)
            }
        }
        return (plain, rest.map { RecordQuery($0) })
    }

    /// The first output for a record, or nil if there is none.
    ///
    /// - Throws: The program's error.
    public func first(_ record: Record) throws -> JSONValue? {
        try query.first(record.value(readingOnly: fields))
    }

    /// All outputs for a record, in order.
    ///
    /// - Throws: The program's error.
    public func all(_ record: Record) throws -> [JSONValue] {
        try query.all(record.value(readingOnly: fields))
    }

    /// Whether the first output is neither null nor false.
    ///
    /// - Throws: The program's error.
    public func isTrue(_ record: Record) throws -> Bool {
        try query.isTrue(record.value(readingOnly: fields))
    }
}

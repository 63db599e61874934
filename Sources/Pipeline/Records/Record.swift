internal import HTMLParsing
public import JSONParsing

/// One item on its way through a pipeline: a JSON value (as a rule an object), HTML documents as fields of it, and its origin.
///
/// Fields that no stage changes keep the bytes that were read. An HTML document is parsed once and stays parsed between stages.
/// It becomes text when a sink writes it or a stage reads ``value``.
public struct Record: Sendable {
    /// A field that holds a document.
    public struct DocumentField: Sendable {
        /// The top-level field that holds the document, or an object around it.
        var key: JSONKey
        /// The keys that lead from that field to the document; empty for a top-level field.
        var inner: [String] = []
        /// The parsed document.
        public internal(set) var document: HTMLDocument
        /// Whether a stage has set or changed the document, so that it replaces the text that was read.
        public internal(set) var isAuthoritative: Bool
        /// The names of the formats in which the field's text reads as this document.
        public internal(set) var formats = Self.verbatim

        /// The format of a document that is made of the text as it is.
        static let verbatim = ["html"]

        /// Whether the field reads as this document in a format. A document that a stage has set is read in any.
        func isDocument(in format: String) -> Bool { isAuthoritative || formats.contains(format) }
    }

    /// The value as it was before stages changed documents.
    private(set) var stored: JSONValue
    var documents: [DocumentField] = []
    /// The place in the input that the record was read from.
    public var origin: Origin
    /// Sentences about this record for the user. A stage adds one for a flaw that does not make the record fail.
    public var warnings: [String] = []
    /// The position of the record in the order of the input. The engine sets it.
    var place = RecordPlace()

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - value: The content.
    ///   - origin: The place in the input. The engine completes an origin without a number or source.
    public init(_ value: JSONValue, origin: Origin = Origin()) {
        stored = value
        self.origin = origin
    }

    /// The whole content, with documents serialized as HTML. Setting it discards the documents.
    public var value: JSONValue {
        get {
            guard documents.contains(where: \.isAuthoritative) else { return stored }
            var object = stored.object ?? JSONObject()  // decoded already by setDocument
            for field in documents where field.isAuthoritative {
                object[field.key.name] = field.serialized(in: object[field.key.name])
            }
            return .object(object)
        }
        set {
            stored = newValue
            documents.removeAll()
        }
    }

    /// The value of a top-level field, or nil if the record lacks it.
    ///
    /// - Parameter field: The key.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if the value is ambiguous because the key occurs twice.
    public func get(_ field: String) throws -> JSONValue? {
        if let place = documents.firstIndex(where: { $0.isAuthoritative && $0.key == JSONKey(field) }) {
            guard !documents[place].inner.isEmpty else { return .string(documents[place].document.serialized()) }
            return documents.reduce(try stored.member(field)) { value, document in
                document.isAuthoritative && document.key == JSONKey(field) ? document.serialized(in: value) : value
            }
        }
        guard stored.kind == .object else { throw RecordError("expected an object, found \(stored.kind.phrase)") }
        return try stored.member(field)
    }

    /// Sets a top-level field. An existing field keeps its position, and a new one is appended.
    ///
    /// - Parameters:
    ///   - field: The key.
    ///   - value: The new value; nil removes the field.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public mutating func set(_ field: String, to value: JSONValue?) throws {
        try changeObject { $0[field] = value }
        documents.removeAll { $0.key == JSONKey(field) }
    }

    /// The text in a top-level field.
    ///
    /// - Parameter field: The key.
    /// - Throws: ``RecordError`` if the field is missing or not a string; ``JSONError`` if it has half a surrogate pair.
    public func string(_ field: String) throws -> String {
        guard let value = try get(field) else { throw RecordError("missing; a string was expected", at: ".\(field)") }
        guard case .string(let string) = try value.decoded() else {
            throw RecordError("expected a string, found \(value.kind.phrase)", at: ".\(field)")
        }
        return string
    }

    /// All members of the record, decoded one level deep, with documents serialized as HTML.
    ///
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public func object() throws -> JSONObject {
        guard case .object(let object) = try value.decoded() else {
            throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".")
        }
        return object
    }

    /// The members without serializing documents, for callers that only need keys or move members.
    func storedObject() throws -> JSONObject {
        guard case .object(let object) = try stored.decoded() else {
            throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".")
        }
        return object
    }

    mutating func changeObject(_ change: (inout JSONObject) -> Void) throws {
        var object = try storedObject()
        stored = .null  // makes `object` the only owner, so that it changes in place
        change(&object)
        stored = .object(object)
    }

    /// Decodes the record into a type of the caller. Fields that the type does not read are skipped without decoding.
    ///
    ///     struct Article: Decodable {
    ///         let title: String
    ///         let tags: [String]?
    ///     }
    ///     let article = try record.decode(Article.self)
    ///
    /// - Parameter type: The type, whose keys are the fields' names.
    /// - Throws: ``RecordError`` with the path of the field that is missing or has another type.
    public func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        do throws(JSONCodingError) {
            return try value.decode(type)
        } catch {
            throw RecordError(error.reason, at: error.path)
        }
    }

    /// Copies the record out of the buffer that it shares with the records read beside it.
    ///
    /// Call this in a stage that holds records for long, such as a sort. Otherwise each held record keeps a whole buffer in memory.
    public mutating func detach() { stored = stored.detached() }

    /// Removes the warnings from the record and returns them.
    mutating func takeWarnings() -> [String] {
        guard !warnings.isEmpty else { return [] }
        defer { warnings.removeAll() }
        return warnings
    }
}

extension JSONKind {
    /// The kind with its article, for messages, such as `an object`.
    public var phrase: String {
        switch self {
        case .null: "null"
        case .array, .object: "an \(rawValue)"
        default: "a \(rawValue)"
        }
    }
}

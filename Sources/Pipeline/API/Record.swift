internal import HTMLParsing
public import JSONParsing

/// What travels through a pipeline: a JSON value (as a rule an object), HTML documents as fields of it, and its origin.
///
/// Fields that no stage touches stay as they were read. An HTML document is parsed once and travels with the record; it
/// becomes text only on request.
public struct Record: Sendable {
    /// A field that holds a document.
    public struct DocumentField: Sendable {
        /// The field of the record that holds the document, or the object that it stands in.
        let key: JSONKey
        /// The names that lead on from there; none for a field of the record itself.
        var inner: [String] = []
        /// The document.
        public internal(set) var document: HTMLDocument
        /// Whether the document is newer than the text in `stored`.
        public internal(set) var isAuthoritative: Bool
    }

    /// The value without the changes that documents carry.
    private(set) var stored: JSONValue
    var documents: [DocumentField] = []
    /// Where the record came from.
    public var origin: Origin
    /// What a stage found odd about the record without giving it up; shown to the user.
    public var warnings: [String] = []
    /// Where the record stands in the order of the input; set by the engine.
    var place = RecordPlace()

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - value: The record's content.
    ///   - origin: Where it came from; the engine numbers records that do not say.
    public init(_ value: JSONValue, origin: Origin = Origin()) {
        stored = value
        self.origin = origin
    }

    /// The whole content, documents written out as HTML. Setting it drops the documents.
    public var value: JSONValue {
        get {
            guard documents.contains(where: \.isAuthoritative) else { return stored }
            var object = stored.object ?? JSONObject()  // decoded already by setDocument
            for field in documents where field.isAuthoritative {
                object[field.key.name] = field.writtenOut(in: object[field.key.name])
            }
            return .object(object)
        }
        set {
            stored = newValue
            documents.removeAll()
        }
    }

    /// The value of a field, or nil if there is none.
    ///
    /// - Throws: ``RecordError`` if the record is no object; ``JSONError`` if the field cannot be told, for instance because its key
    ///   stands twice.
    public func get(_ field: String) throws -> JSONValue? {
        if let place = documents.firstIndex(where: { $0.isAuthoritative && $0.key == JSONKey(field) }) {
            guard !documents[place].inner.isEmpty else { return .string(documents[place].document.serialized()) }
            return documents.reduce(try stored.member(field)) { value, document in
                document.isAuthoritative && document.key == JSONKey(field) ? document.writtenOut(in: value) : value
            }
        }
        guard stored.kind == .object else { throw RecordError("expected an object, found \(stored.kind.phrase)") }
        return try stored.member(field)
    }

    /// Sets a field: in its place if it is there, at the end otherwise; nil removes it.
    ///
    /// - Throws: If the record is not an object, or cannot be decoded.
    public mutating func set(_ field: String, to value: JSONValue?) throws {
        try changeObject { $0[field] = value }
        documents.removeAll { $0.key == JSONKey(field) }
    }

    /// A string field.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds something else.
    public func string(_ field: String) throws -> String {
        guard let value = try get(field) else { throw RecordError("missing; a string was expected", at: ".\(field)") }
        guard case .string(let string) = try value.decoded() else {
            throw RecordError("expected a string, found \(value.kind.phrase)", at: ".\(field)")
        }
        return string
    }

    /// The members, decoded one level deep.
    ///
    /// - Throws: If the record is not an object, or has a key twice.
    public func object() throws -> JSONObject {
        guard case .object(let object) = try value.decoded() else {
            throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".")
        }
        return object
    }

    /// The members, with the text as it was read in the place of documents: for callers that need their names, or move them.
    func storedObject() throws -> JSONObject {
        guard case .object(let object) = try stored.decoded() else {
            throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".")
        }
        return object
    }

    mutating func changeObject(_ change: (inout JSONObject) -> Void) throws {
        var object = try storedObject()
        stored = .null  // so that `object` is the only owner and changes in place
        change(&object)
        stored = .object(object)
    }

    /// Makes a type of the record. Fields that it does not ask for are passed over and not even decoded.
    ///
    ///     struct Article: Decodable {
    ///         let title: String
    ///         let tags: [String]?
    ///     }
    ///     let article = try record.decode(Article.self)
    ///
    /// - Throws: ``RecordError`` with the path to what is missing or does not fit.
    public func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        do throws(JSONCodingError) {
            return try value.decode(type)
        } catch {
            throw RecordError(error.reason, at: error.path)
        }
    }

    /// Lets go of what else was read with the record: for a stage that holds it long.
    public mutating func detach() { stored = stored.detached() }

    /// Takes the warnings off the record, to make them known.
    mutating func takeWarnings() -> [String] {
        guard !warnings.isEmpty else { return [] }
        defer { warnings.removeAll() }
        return warnings
    }
}

extension JSONKind {
    /// The kind with its article, for messages.
    public var phrase: String {
        switch self {
        case .null: "null"
        case .array, .object: "an \(rawValue)"
        default: "a \(rawValue)"
        }
    }
}

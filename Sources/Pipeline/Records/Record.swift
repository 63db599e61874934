public import HTMLParsing
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

        /// The format of a document that was parsed from the text as HTML.
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

// These methods move documents together with their fields, so that no document is serialized and then parsed again by the next stage.
extension Record {
    /// Renames fields simultaneously, so that two fields can exchange their names. The fields keep their positions.
    ///
    /// A field that already has one of the new names, and is not renamed itself, is removed.
    ///
    /// - Parameter names: Pairs of the old and the new name. Fields that the record lacks are ignored.
    /// - Throws: ``RecordError`` if two fields would get the same name, or if the record is not an object; ``JSONError`` if it has a key
    ///   twice.
    public mutating func rename(_ names: some Sequence<(key: String, value: String)>) throws {
        let names = Array(names)
        var clash: String?
        var newNames: [JSONKey: JSONKey] = [:]
        try changeObject { object in
            for (key, name) in names where object[key] != nil { newNames[JSONKey(key)] = JSONKey(name) }
            clash = object.rename(names)
        }
        if let clash { throw RecordError("two fields would be called \"\(clash)\"", at: ".\(clash)") }
        guard !documents.isEmpty else { return }
        let taken = Set(newNames.values)
        documents = documents.compactMap { field in
            guard let name = newNames[field.key] else { return taken.contains(field.key) ? nil : field }
            var field = field
            field.key = name
            return field
        }
    }

    /// Removes fields.
    ///
    /// - Parameter names: The keys. Fields that the record lacks are ignored.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public mutating func remove(_ names: [String]) throws {
        try changeObject { $0.remove(names) }
        guard !documents.isEmpty else { return }
        let dropped = Set(names.map(JSONKey.init))
        documents.removeAll { dropped.contains($0.key) }
    }

    /// Keeps the given fields, in the given order, and removes all others.
    ///
    /// - Parameter names: The keys. Fields that the record lacks are ignored.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has one of these keys twice.
    public mutating func keepOnly(_ names: [String]) throws {
        guard stored.kind == .object else { throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".") }
        var fields = JSONObject()
        fields.reserveCapacity(names.count)
        for (name, value) in zip(names, try stored.members(names)) { if let value { fields[name] = value } }
        let kept = documents.isEmpty ? [] : Set(names.map(JSONKey.init))
        let remaining = documents.filter { kept.contains($0.key) }
        value = .object(fields)
        documents = remaining
    }

    /// Gives the record these fields, in this order. Those that it lacks become null.
    ///
    /// - Parameters:
    ///   - names: The keys.
    ///   - keepsOthers: Whether other fields follow, in their order. Otherwise they are removed.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public mutating func arrange(_ names: [String], keepsOthers: Bool) throws {
        let object = try storedObject()
        var fields = JSONObject()
        fields.reserveCapacity(names.count + (keepsOthers ? object.count : 0))
        for name in names { fields[name] = object[name] ?? .null }
        if keepsOthers { for member in object where fields[member.key] == nil { fields[member.key] = member.value } }
        let remaining = documents.filter { fields[$0.key.name] != nil }
        value = .object(fields)
        documents = remaining
    }

    /// The name of the first field that is none of these; nil if there is none.
    ///
    /// - Throws: As ``arrange(_:keepsOthers:)``.
    public func firstField(besides names: [String]) throws -> String? {
        let known = Set(names.map(JSONKey.init))
        return try storedObject().first { !known.contains(JSONKey($0.key)) }?.key
    }
}

extension Record {
    /// The document in a field: the one that a stage put there, or the field's text parsed as an HTML fragment.
    ///
    /// The record keeps the parsed document, so that a second call does not parse again.
    ///
    /// - Parameter field: The key of a top-level field.
    /// - Throws: ``RecordError`` if the field is missing or not a string.
    public mutating func document(_ field: String) throws -> HTMLDocument {
        if let document = knownDocument(field) { return document }
        let document = HTMLDocument(parsingFragment: try string(field))
        documents.append(DocumentField(key: JSONKey(field), document: document, isAuthoritative: false))
        return document
    }

    /// The document in a field, as ``document(_:)`` returns it, or nil if the field is null.
    ///
    /// - Parameter field: The key of a top-level field.
    /// - Throws: ``RecordError`` if the field is missing, or neither null nor a string.
    public mutating func documentIfAny(_ field: String) throws -> HTMLDocument? {
        if let document = knownDocument(field) { return document }
        guard let value = try get(field) else { throw RecordError("missing; HTML was expected", at: ".\(field)") }
        return value.isNull ? nil : try document(field)
    }

    private func knownDocument(_ field: String) -> HTMLDocument? {
        if documents.isEmpty { return nil }
        return documents.first { $0.key == JSONKey(field) && $0.inner.isEmpty && $0.isDocument(in: DocumentField.verbatim[0]) }?.document
    }

    /// Sets a field to a document. The document becomes text only when the whole value is read or written.
    ///
    /// - Parameters:
    ///   - document: The new content of the field.
    ///   - field: The key of a top-level field. A new field is appended.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public mutating func setDocument(_ document: HTMLDocument, in field: String) throws {
        // Decoding can fail, so it happens here and not in `value`, which cannot throw.
        try changeObject { if $0[field] == nil { $0[field] = .null } }
        documents.removeAll { $0.key == JSONKey(field) }
        documents.append(DocumentField(key: JSONKey(field), document: document, isAuthoritative: true))
    }

    /// The approximate size of the record in memory, in bytes. It decides when a batch is full.
    var approximateBytes: Int {
        if documents.isEmpty, case .text(let text) = stored { return text.count }  // the usual case, without a copy
        // The nodes of a document take about as many bytes as its text.
        return documents.reduce(stored.approximateByteCount) { $0 + 2 * $1.document.textBytes.count }
    }

    /// The size of the record in memory, in bytes: its content at all depths, and what it takes itself. It bounds what stages hold.
    public var memoryBytes: Int {
        let own = MemoryLayout<Record>.stride + 96
        if documents.isEmpty, case .text(let text) = stored { return own + text.count }  // the usual case, without a copy
        // The nodes of a document take about as many bytes as its text.
        return documents.reduce(own + stored.memoryBytes) { $0 + 2 * $1.document.textBytes.count }
    }

    /// The value for a reader of certain fields. Documents are serialized only if one of them is in such a field.
    ///
    /// - Parameter fields: The top-level fields that the caller reads, or nil for all.
    package func value(readingOnly fields: Set<String>?) -> JSONValue {
        guard let fields else { return value }
        return documents.contains { $0.isAuthoritative && fields.contains($0.key.name) } ? value : stored
    }
}

/// The result of a stage for one record.
public enum Verdict: Sendable {
    /// The record continues with the changes of the stage.
    case keep
    /// The record leaves the pipeline and counts as filtered.
    case drop
    /// These records continue in its place, in this order.
    case replace(with: [Record])
}

extension JSONValue {
    /// The size of a value in memory, in bytes.
    fileprivate var memoryBytes: Int {
        /// What a member or an element takes beside its content.
        let overhead = 64
        var bytes = 0
        var open = [self]
        while let value = open.popLast() {
            bytes += overhead
            switch value {
            case .text(let text): bytes += text.count
            case .string(let string): bytes += string.utf8.count
            case .array(let elements): open += elements
            case .object(let object):
                for member in object {
                    bytes += member.key.utf8.count
                    open.append(member.value)
                }
            default: break
            }
        }
        return bytes
    }
}

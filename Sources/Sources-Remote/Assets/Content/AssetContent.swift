internal import ImageHeaders
internal import HTMLParsing
internal import JSONParsing
internal import Pipeline

/// The places in a record where addresses of files stand.
struct AssetContent: Sendable {
    /// The fields with HTML.
    let html: [FieldScope]
    /// The fields that are addresses.
    let fields: [FieldPath]

    /// Returns the addresses of a record in their order, each once.
    ///
    /// - Throws: ``RecordError`` for a field that is neither a text nor null.
    func addresses(in record: Record) throws -> [AssetAddress] {
        var found: [AssetAddress] = []
        var seen: Set<AssetAddress> = []
        // The documents are read again for the changes: this copy is dropped.
        var record = record
        try forEachAddress(in: &record) { address in
            if address != .other, seen.insert(address).inserted { found.append(address) }
            return nil
        }
        return found
    }

    /// Replaces addresses.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - link: Returns the new address and the size of a file; nil for an address that stays.
    func rewrite(_ record: inout Record, _ link: (AssetAddress) throws -> (text: String, size: ImageSize?)?) throws {
        try forEachAddress(in: &record, link)
    }

    private func forEachAddress(
        in record: inout Record, _ link: (AssetAddress) throws -> (text: String, size: ImageSize?)?
    ) throws {
        for scope in html {
            try scope.apply(to: &record, needsList: false) { part in
                if part.knownField(at: scope.field) == nil {
                    guard let value = try part.get(scope.field), !value.isNull else { return }
                }
                var document = try part.document(scope.field)
                let attachments = try Attachments(of: part)
                let isChanged = try AssetText.rewrite(&document) { try link(attachments.resolved(AssetAddress($0))) }
                if isChanged { try part.setDocument(document, in: scope.field) }
            }
        }
        for path in fields {
            record.notePresence(of: path)
            try record.change(path, skipsMismatches: true) { value, place in
                guard let value, !value.isNull else { return value }
                guard case .string(let text) = try value.decoded() else {
                    throw RecordError("expected an address as a string, found \(value.kind.phrase)", at: place)
                }
                return try link(AssetAddress(text)).map { .string($0.text) } ?? value
            }
        }
    }
}

internal import HTMLParsing
internal import ImageHeaders
internal import JSONParsing
internal import MailParsing
internal import MarkdownParsing
internal import Pipeline
internal import Stages

/// The places in a record where addresses of files stand.
struct AssetFields: Sendable {
    /// An address at one place of a record.
    struct FoundAddress {
        let address: AssetAddress
        /// The address as it is in the content.
        fileprivate let text: String
        /// The start of the address if it is relative.
        fileprivate let start: RelativeStart
        /// Whether it is that of a link, which may lead to a page.
        fileprivate var isLink = false

        fileprivate init(_ text: String, from start: RelativeStart, meaning attachments: Attachments? = nil, isLink: Bool = false) {
            let address = AssetAddress(text, from: start.base, in: start.place)
            self.address = attachments?.resolved(address) ?? address
            self.text = text
            self.start = start
            self.isLink = isLink
        }

        /// The URL of a relative address that content may show; nil for other addresses, and for those that mean files of this machine.
        var url: String? {
            switch address {
            case .local, .outside: return nil
            default: break
            }
            guard !start.base.isSecret, case .url(let url) = start.base.target(of: text) else { return nil }
            return url
        }
    }

    /// The fields with HTML.
    let html: [FieldScope]
    /// The format of a text in these fields.
    let format: RecordChoice<ContentFormat>
    /// The fields that are addresses.
    let fields: [FieldPath]
    /// Resolves relative addresses.
    let relative: RelativeAddresses
    /// The files of this machine that relative addresses mean; nil if they start from a URL.
    let local: LocalFiles?
    /// The kinds of files that are fetched.
    let kinds: Set<AssetKind>

    /// The addresses of a record.
    struct Addresses {
        /// The addresses in their order, each once.
        var known: [AssetAddress] = []
        /// Those of them that are only in links.
        var links: Set<AssetAddress> = []
        /// The relative ones without a known base.
        var relative: [AssetAddress] = []
        /// The numbers of addresses of files of other kinds.
        var left: [AssetKind: Int] = [:]
    }

    /// Returns what the relative addresses of a record start from.
    func start(of record: Record) throws -> RelativeStart {
        RelativeStart(base: try relative.base(of: record), place: try local?.place(of: record))
    }

    /// Returns the addresses of a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - start: What its relative addresses start from.
    /// - Throws: ``RecordError`` for a field that is neither a text nor null.
    func addresses(in record: Record, from start: RelativeStart) throws -> Addresses {
        var addresses = Addresses()
        var seen: Set<AssetAddress> = [.other]
        // This copy is dropped: `rewrite` parses the documents again.
        var record = record
        try forEachAddress(in: &record, from: start, leave: { addresses.left.merge($0, uniquingKeysWith: +) }) { found in
            if case .relative = found.address {
                // A relative link without a base stays as it is.
                if !found.isLink { addresses.relative.append(found.address) }
            } else if seen.insert(found.address).inserted {
                addresses.known.append(found.address)
                if found.isLink { addresses.links.insert(found.address) }
            } else if !found.isLink {
                addresses.links.remove(found.address)
            }
            return nil
        }
        return addresses
    }

    /// Replaces addresses.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - start: What its relative addresses start from.
    ///   - link: Returns the new address and the size of a file; nil for an address that stays.
    func rewrite(
        _ record: inout Record, from start: RelativeStart, _ link: (FoundAddress) throws -> (text: String, size: ImageSize?)?
    ) throws {
        try forEachAddress(in: &record, from: start, leave: { _ in }, link)
    }

    private func forEachAddress(
        in record: inout Record, from start: RelativeStart, leave: ([AssetKind: Int]) -> Void,
        _ link: (FoundAddress) throws -> (text: String, size: ImageSize?)?
    ) throws {
        for scope in html {
            try scope.apply(to: &record, needsList: false) { part in
                if part.knownField(at: scope.field) == nil {
                    guard let value = try part.get(scope.field), !value.isNull else { return }
                }
                let format = try format.format(for: part)
                let markdown = try part.markdown(scope.field, as: format)
                var document = try part.document(scope.field, as: format)
                let attachments = try Attachments(of: part, from: start)
                let own = start.changed(to: relative.base(of: document, in: start.base))
                var known: [String: String?] = [:]
                let isChanged = try AssetRewriter.rewrite(&document, kinds: kinds, leave: leave) {
                    let new = try link(FoundAddress($0, from: own, meaning: attachments, isLink: $1))
                    if markdown != nil { known[$0] = .some(new?.text) }
                    return new
                }
                if let markdown {
                    try Self.rewrite(markdown, of: &part, scope.field, document, kinds, known) {
                        try link(FoundAddress($0, from: own, meaning: attachments, isLink: $1))?.text
                    }
                } else if isChanged {
                    try part.setDocument(document, in: scope.field)
                }
            }
        }
        for path in fields {
            record.notePresence(of: path)
            try record.change(path, skipsMismatches: true) { value, place in
                guard let value, !value.isNull else { return value }
                guard case .string(let text) = try value.decoded() else {
                    throw RecordError("expected an address as a string, found \(value.kind.phrase)", at: place)
                }
                return try link(FoundAddress(text, from: start)).map { .string($0.text) } ?? value
            }
        }
    }
}

extension AssetFields {
    /// Changes the addresses in Markdown. All other bytes stay.
    ///
    /// - Parameters:
    ///   - markdown: The content of a field.
    ///   - document: Its document, in which the addresses have changed.
    ///   - known: The new addresses by those in the document; nil for one that stays. The text also has addresses of components.
    ///   - link: Returns the new address for an address that the document lacks.
    private static func rewrite(
        _ markdown: MarkdownField, of record: inout Record, _ field: FieldPath, _ document: HTMLDocument, _ kinds: Set<AssetKind>,
        _ known: [String: String?], _ link: (String, _ isLink: Bool) throws -> String?
    ) throws {
        var unseen = Set(known.filter { $0.value != nil }.keys)
        let text = try markdown.replacing { address in
            guard let isLink = AssetRewriter.isLink(address, kinds: kinds) else { return nil }
            unseen.remove(address.text)
            return try known[address.text] ?? link(address.text, isLink)
        }
        if let text { try record.setMarkdown(text, document, in: field) }
        if !unseen.isEmpty {
            let count = unseen.count.counted("address", plural: "addresses")
            record.warnings.append("\(field): \(count) of files left: not found in the Markdown")
        }
    }
}

/// What the relative addresses of a record start from.
struct RelativeStart {
    let base: BaseAddress
    /// The names of the folders of the document, where relative addresses mean files of this machine; nil elsewhere.
    let place: [String]?

    /// Returns the start with another base.
    func changed(to base: BaseAddress) -> RelativeStart { RelativeStart(base: base, place: place) }
}

/// The facts of the files of a record, for later steps: the size of each image, and its smaller copies.
struct AssetFacts {
    private var list: [(address: String, size: ImageSize, copies: [(address: String, width: Int)])] = []
    private var known: Set<String> = []

    /// Whether no file has a fact.
    var isEmpty: Bool { list.isEmpty }

    /// Adds a file, unless its address is known or its size is not.
    ///
    /// - Parameters:
    ///   - address: The new address in the content.
    ///   - copies: The addresses and the widths of the smaller copies.
    mutating func add(_ address: String, _ size: ImageSize?, _ copies: [(address: String, width: Int)]) {
        if let size, known.insert(address).inserted { list.append((address, size, copies)) }
    }

    /// The list as JSON, appended to the list of an earlier stage.
    func json(after earlier: JSONValue?) throws -> JSONValue {
        var values: [JSONValue] = []
        if let earlier, case .array(let list) = try earlier.decoded() { values = list }
        return .array(values + list.map { .object(Self.object($0.address, $0.size, $0.copies)) })
    }

    private static func object(_ address: String, _ size: ImageSize, _ copies: [(address: String, width: Int)]) -> JSONObject {
        var object = JSONObject([
            ("address", .string(address)), ("width", .number(JSONNumber(size.width))), ("height", .number(JSONNumber(size.height))),
        ])
        if !copies.isEmpty {
            object["copies"] = .array(
                copies.map { .object(JSONObject([("address", .string($0.address)), ("width", .number(JSONNumber($0.width)))])) })
        }
        return object
    }
}

/// The attachments of a message, by their content IDs: the objects in `attachments` beside the HTML.
///
/// Each has its ``AttachmentID``, and its address in `url`, which may be a `data:` URL.
struct Attachments {
    private var addresses: [AttachmentID: String] = [:]
    private let start: RelativeStart

    /// - Parameters:
    ///   - record: The record or element with the HTML.
    ///   - start: What relative addresses of the record start from.
    init(of record: Record, from start: RelativeStart) throws {
        self.start = start
        guard let value = try record.get("attachments"), case .array(let list) = try value.decoded() else { return }
        for item in list {
            guard case .object(let object) = try item.decoded(), let url = object["url"]?.string, let id = try AttachmentID(of: object)
            else {
                continue
            }
            addresses[id] = url
        }
    }

    /// Returns the address of the attachment that a `cid:` address names; other addresses as they are.
    func resolved(_ address: AssetAddress) -> AssetAddress {
        guard case .part(let id) = address, let url = addresses[AttachmentID(id)] else { return address }
        return AssetAddress(url, from: start.base, in: start.place)
    }
}

public import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import MailParsing
internal import Pipeline
internal import WebAddresses

/// The stage `extract_links`: lists the links of an HTML field.
struct ExtractLinksStage: AddressResolvingStage {
    static let name = "extract_links"
    static let summary = "Lists the links of an HTML field, address and text, in order, without links to the same page and without scripts."
    static let example = #"{ "type": "extract_links", "field": "body", "into": "links" }"#

    private static let maximumTextCharacters = 1000
    private var listing: ElementListing

    init(options: inout OptionReader) {
        listing = ElementListing(options: &options, result: "links", help: "The field that the list of {url, text} is put into.")
    }

    var scope: FieldScope { listing.scope }
    var addresses: RelativeAddresses { listing.addresses }
    var hooks: Hooks { Hooks(notes: notes, closingWarnings: listing.rules.warnings) }

    func processElement(_ record: inout Record) throws -> Verdict {
        try listing.apply(to: &record) { document in
            document.descendants(of: document.root).compactMap { node in
                guard document.isHTML(node, .a) || document.isHTML(node, .area) else { return nil }
                // Skip links to a fragment of the same page.
                guard let address = document.attribute("href", of: node)?.trimmingSpaces, !address.isEmpty, !address.hasPrefix("#"),
                    HTMLAddress(address).isAllowedInLinks
                else {
                    return nil
                }
                return (address, [("text", .string(Self.text(of: node, in: document)))])
            }
        }
    }

    func copyForWorker() -> ExtractLinksStage {
        var copy = self
        copy.listing = listing.recompiled()
        return copy
    }

    /// The visible text of a link; without one, the alternative text of its first image.
    private static func text(of node: HTMLNode, in document: HTMLDocument) -> String {
        let text = TextWriter().blurb(node, of: document, maxCharacters: maximumTextCharacters)
        if !text.isEmpty { return text }
        let images = [node] + document.elements(tag: .img, below: node)
        return images.lazy.compactMap { document.attribute("alt", of: $0) }.first { !$0.isEmpty } ?? ""
    }
}

/// The stage `extract_images`: lists the images of an HTML field.
struct ExtractImagesStage: AddressResolvingStage {
    static let name = "extract_images"
    static let summary =
        "Lists the images of an HTML field: address, alternative text, and size where the page gives it; no tracking pixels."
    static let example = #"{ "type": "extract_images", "field": "body", "into": "images" }"#

    private var listing: ElementListing

    init(options: inout OptionReader) {
        listing = ElementListing(
            options: &options, result: "images", help: "The field that the list of {url, alt, width, height} is put into.")
    }

    var scope: FieldScope { listing.scope }
    var addresses: RelativeAddresses { listing.addresses }
    var hooks: Hooks { Hooks(notes: notes, closingWarnings: listing.rules.warnings) }

    func processElement(_ record: inout Record) throws -> Verdict {
        try listing.apply(to: &record) { document in
            var document = document
            document.resolveLazyImages()
            let bytes = document.textBytes
            let visibility = HTMLVisibility(of: document)
            return document.elements(tag: .img).compactMap { [document] node in
                guard document.namespace(of: node) == .html, let address = Self.address(of: node, in: document),
                    !HiddenContent.hidesImage(node, in: document, bytes: bytes, visibility: visibility)
                else { return nil }
                return (address, Self.members(of: node, in: document))
            }
        }
    }

    func copyForWorker() -> ExtractImagesStage {
        var copy = self
        copy.listing = listing.recompiled()
        return copy
    }

    /// The address of an image, also of one that the sanitiser keeps from loading.
    private static func address(of image: HTMLNode, in document: HTMLDocument) -> String? {
        ["src", HTMLSanitizer.waitingAddress].lazy.compactMap { document.attribute($0, of: image)?.trimmingSpaces }.first { !$0.isEmpty }
    }

    private static func members(of node: HTMLNode, in document: HTMLDocument) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("alt", .string(document.attribute("alt", of: node) ?? ""))]
        for name in ["width", "height"] {
            guard let value = document.attribute(name, of: node), !value.contains("%"),
                let pixels = Int(value.trimmingSpaces.prefix(while: \.isNumber)), pixels > 0
            else { continue }
            members.append((name, .number(JSONNumber(pixels))))
        }
        return members
    }
}

/// The common part of the stages that list elements of an HTML field: they read `field` and write a list of objects to `into`.
struct ElementListing: Sendable {
    let scope: FieldScope
    private let into: FieldPath
    private let isUnique: Bool
    private var format: RecordChoice<ContentFormat>
    let addresses: RelativeAddresses
    let rules: HTMLRules

    /// Reads the options `field`, `into`, `unique`, `format`, `base` and `rules`.
    ///
    /// - Parameters:
    ///   - options: The options of the stage.
    ///   - result: The default name of the field for the list.
    ///   - help: The first sentence of the help text of `into`.
    init(options: inout OptionReader, result: String, help: String) {
        scope = options.htmlField()
        into = options.read(
            "into", .field(beside: scope, default: result), help: "\(help) Without it, \(result) beside the field that is read.")
        isUnique = options.read("unique", .boolean, default: true, help: "Whether to list each address only once.")
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
        rules = HTMLRules(options: &options)
    }

    /// Returns the same options with a program of their own, for ``Stage/copyForWorker()``.
    func recompiled() -> ElementListing {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }

    /// Puts the list into the record. The list of null is empty.
    ///
    /// - Parameters:
    ///   - record: The record to read and change.
    ///   - find: Returns the elements in order, each with its address and its other members.
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, _ find: (HTMLDocument) -> [(address: String, members: [(String, JSONValue)])]) throws -> Verdict {
        var content = try record.content(scope.field, format.format(for: record), isSelected: !rules.isEmpty) ?? .html(HTMLDocument())
        try rules.apply(to: &content, of: record, at: scope.field)
        let document = content.document
        let parts = find(document)
        let base = parts.isEmpty ? record.origin.base : addresses.base(of: document, in: record.origin.base)
        var seen: Set<JSONKey> = []
        var list: [JSONValue] = []
        for part in parts {
            let address = addresses.url(of: part.address, from: base) ?? part.address
            guard !isUnique || seen.insert(JSONKey(address)).inserted else { continue }
            list.append(.object(JSONObject([("url", .string(address))] + part.members)))
        }
        try record.set(into, to: .array(list))
        return .keep
    }
}

extension HTMLDocument {
    /// Removes hidden images and tracking pixels.
    public mutating func removeHiddenImages() {
        let bytes = textBytes
        let visibility = HTMLVisibility(of: self)
        for image in elements(tag: .img) where HiddenContent.hidesImage(image, in: self, bytes: bytes, visibility: visibility) {
            remove(image)
        }
    }
}

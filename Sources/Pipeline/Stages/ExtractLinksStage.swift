internal import HTMLParsing
internal import JSONParsing

/// Lists the links of an HTML field.
struct ExtractLinksStage: Stage {
    static let name = "extract_links"
    static let summary = "Lists the links of an HTML field: the address and the text of each, in the order of the page."
    static let example: String? = #"{ "type": "extract_links", "field": "body", "into": "links" }"#

    private let field: String
    private let into: String
    private let isUnique: Bool

    init(options: inout OptionReader) {
        field = options.string("field", default: "html", help: "The field with HTML, as text or as a document that a stage built.")
        into = options.string("into", default: "links", help: "The field that the list of {url, text} is put into.")
        isUnique = options.boolean("unique", default: true, help: "Whether an address that comes again is left out.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        guard let value = try record.get(field) else { throw RecordError("missing; HTML was expected", at: ".\(field)") }
        let document = value.isNull ? HTMLDocument() : try record.document(field)
        var seen: Set<String> = []
        var links: [JSONValue] = []
        for node in document.elements(tag: .a) + document.elements(tag: .area) {
            guard document.namespace(of: node) == .html, let address = document.attribute("href", of: node)?.trimmingSpaces else {
                continue
            }
            // A place in the same page is no link to anywhere.
            if address.isEmpty || address.hasPrefix("#") { continue }
            if isUnique, !seen.insert(address).inserted { continue }
            let text = document.tag(of: node) == .area ? document.attribute("alt", of: node) ?? "" : text(of: node, in: document)
            links.append(.object(JSONObject([("url", .string(address)), ("text", .string(text))])))
        }
        try record.set(into, to: .array(links))
        return .keep
    }

    /// The visible text of a link; that of its picture if it has nothing else.
    private func text(of node: HTMLNode, in document: HTMLDocument) -> String {
        let text = TextWriter().blurb(node, of: document, maxCharacters: Self.maximumTextCharacters)
        if !text.isEmpty { return text }
        let images = document.elements(tag: .img, below: node)
        return images.lazy.compactMap { document.attribute("alt", of: $0) }.first { !$0.isEmpty } ?? ""
    }

    private static let maximumTextCharacters = 1000
}

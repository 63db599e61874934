internal import HTMLParsing
internal import JSONParsing

/// Lists the images of an HTML field.
struct ExtractImagesStage: Stage {
    static let name = "extract_images"
    static let summary =
        "Lists the images of an HTML field: address, alternative text, and size where the page gives it; no tracking pixels."
    static let example: String? = #"{ "type": "extract_images", "field": "body", "into": "images" }"#

    private let field: String
    private let into: String
    private let isUnique: Bool

    init(options: inout OptionReader) {
        field = options.string("field", default: "html", help: "The field with HTML, as text or as a document that a stage built.")
        into = options.string("into", default: "images", help: "The field that the list of {url, alt, width, height} is put into.")
        isUnique = options.boolean("unique", default: true, help: "Whether an address that comes again is left out.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        guard let value = try record.get(field) else { throw RecordError("missing; HTML was expected", at: ".\(field)") }
        let document = value.isNull ? HTMLDocument() : try record.document(field)
        let bytes = document.textBytes
        var seen: Set<String> = []
        var images: [JSONValue] = []
        for node in document.elements(tag: .img) {
            guard document.namespace(of: node) == .html, let address = document.attribute("src", of: node)?.trimmingSpaces else { continue }
            let style = document.attributeRange("style", of: node).map { InlineStyle(bytes, in: $0) }
            if address.isEmpty || HiddenContent.isTrackingPixel(node, in: document, bytes: bytes, style: style) { continue }
            if isUnique, !seen.insert(address).inserted { continue }
            images.append(.object(JSONObject(members(of: node, address, in: document))))
        }
        try record.set(into, to: .array(images))
        return .keep
    }

    private func members(of node: HTMLNode, _ address: String, in document: HTMLDocument) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("url", .string(address))]
        members.append(("alt", .string(document.attribute("alt", of: node) ?? "")))
        for name in ["width", "height"] {
            guard let value = document.attribute(name, of: node), let pixels = Int(value), pixels > 0 else { continue }
            members.append((name, .number(JSONNumber(pixels))))
        }
        return members
    }
}

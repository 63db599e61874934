internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `extract_images`: lists the images of an HTML field.
struct ExtractImagesStage: AddressStage {
    static let name = "extract_images"
    static let summary =
        "Lists the images of an HTML field: address, alternative text, and size where the page gives it; no tracking pixels."
    static let example = #"{ "type": "extract_images", "field": "body", "into": "images" }"#

    private var listing: HTMLListing

    init(options: inout OptionReader) {
        listing = HTMLListing(
            options: &options, result: "images", help: "The field that the list of {url, alt, width, height} is put into.")
    }

    var scope: FieldScope { listing.scope }
    var addresses: RelativeAddresses { listing.addresses }

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

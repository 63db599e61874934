/// An attribute of a document that holds an address, or a list of them.
public struct HTMLAddressAttribute {
    /// The attributes to find.
    public enum Kind: Sendable {
        /// The files of images, and the posters of videos.
        case images
        /// Links, media and embedded documents: all addresses that may lead to files, except those of ``images``.
        case linkedFiles
        /// All attributes that hold addresses, with links and citations.
        case all
    }

    /// The element.
    public let node: HTMLNode
    /// The name of the attribute.
    public let attribute: String
    /// Whether the value is a list of addresses with their widths or densities: ``ImageCandidates``.
    public let isList: Bool
    /// Whether the attribute belongs to a lazy loader. Its value may be something other than an address.
    fileprivate let isLazy: Bool
    fileprivate let name: HTMLNameID

    /// An attribute that elements of one name may have, and that some element of the document has.
    private struct Candidate {
        let attribute: String
        let name: HTMLNameID
        let isList: Bool
        let isLazy: Bool
    }

    /// Returns the attributes of all elements, in the order of the document.
    public static func places(_ kind: Kind, in document: HTMLDocument) -> [HTMLAddressAttribute] {
        var places: [HTMLAddressAttribute] = []
        // Names are looked up once for all elements of one name.
        var known = [[Candidate]?](repeating: nil, count: 256)
        for node in document.descendants(of: document.root) {
            let record = document.record(node)
            guard record.kind == .element, record.second != HTMLNodeRecord.noAttributes, record.namespace == .html else { continue }
            let candidates = known[Int(record.tag.rawValue)] ?? candidates(kind, of: record.tag, in: document)
            known[Int(record.tag.rawValue)] = candidates
            for candidate in candidates where document.attributeIndex(candidate.name, of: record) != nil {
                places.append(
                    HTMLAddressAttribute(
                        node: node, attribute: candidate.attribute, isList: candidate.isList, isLazy: candidate.isLazy, name: candidate.name
                    ))
            }
        }
        return places
    }

    private static func candidates(_ kind: Kind, of tag: HTMLTag, in document: HTMLDocument) -> [Candidate] {
        names(kind, of: tag).compactMap { attribute in
            document.names.find(attribute.utf8.span).map {
                Candidate(
                    attribute: attribute, name: $0, isList: isList(attribute),
                    isLazy: LazyImageAttributes.addresses.contains(attribute))
            }
        }
    }

    /// Returns the narrowest kind of an attribute; nil if it holds no address. The attributes of lazy images hold addresses of images.
    ///
    /// - Parameters:
    ///   - attribute: The name in lower case.
    ///   - tag: The element that has it.
    public static func kind(of attribute: String, on tag: HTMLTag) -> Kind? {
        if imageAttributes(of: tag).contains(attribute) { return .images }
        if fileAttributes(of: tag).contains(attribute) { return .linkedFiles }
        guard attributes(of: tag).contains(attribute) else { return nil }
        let isLazy = LazyImageAttributes.addresses.contains(attribute) || LazyImageAttributes.lists.contains(attribute)
        return isLazy ? .images : .all
    }

    /// Whether an attribute holds a list of addresses: ``ImageCandidates``.
    public static func isList(_ attribute: String) -> Bool { attribute == "srcset" || LazyImageAttributes.lists.contains(attribute) }

    private static func names(_ kind: Kind, of tag: HTMLTag) -> [String] {
        switch kind {
        case .images: imageAttributes(of: tag)
        case .linkedFiles: fileAttributes(of: tag)
        case .all: attributes(of: tag)
        }
    }

    private static func fileAttributes(of tag: HTMLTag) -> [String] {
        switch tag {
        case .a, .area: ["href"]
        case .video, .audio, .source, .embed: ["src"]
        case .object: ["data"]
        case .body, .table, .td, .th: ["background"]
        default: []
        }
    }

    private static func imageAttributes(of tag: HTMLTag) -> [String] {
        switch tag {
        case .img: ["src", "srcset"]
        case .source: ["srcset"]
        case .video: ["poster"]
        default: []
        }
    }

    /// - SeeAlso: [HTML, attributes](https://html.spec.whatwg.org/multipage/indices.html#attributes-3)
    private static func attributes(of tag: HTMLTag) -> [String] {
        switch tag {
        case .a, .area, .link: ["href"]
        // The sanitiser keeps an address that must not load yet in data-remote-src.
        case .img: ["src", "data-remote-src", "srcset", "longdesc"] + LazyImageAttributes.addresses + LazyImageAttributes.lists
        case .source: ["src", "srcset"] + LazyImageAttributes.lists
        case .video: ["src", "poster"]
        case .audio, .track, .embed, .iframe, .frame, .input, .script: ["src"]
        case .object: ["data"]
        case .blockquote, .q, .ins, .del: ["cite"]
        case .form: ["action"]
        case .button: ["formaction"]
        case .body, .table, .td, .th: ["background"]
        default: []
        }
    }
}

extension HTMLDocument {
    /// Replaces relative addresses in all attributes that hold addresses.
    ///
    /// - Parameter replacement: Returns the new address for one without a usual scheme; nil for one that stays.
    /// - Returns: Whether something has changed.
    @discardableResult
    public mutating func replaceRelativeAddresses(by replacement: (String) -> String?) -> Bool {
        var isChanged = false
        for place in HTMLAddressAttribute.places(.all, in: self) {
            // Check the scheme before copying the value: most addresses have one, and a data: URL may have millions of bytes.
            guard let index = attributeIndex(place.name, of: record(place.node)) else { continue }
            let range = attributeRecords[index].range
            guard place.isList || !Self.hasScheme(textBytes[range]), !place.isLazy || LazyImageAttributes.isAddress(textBytes[range]),
                let text = attribute(place.attribute, of: place.node),
                let changed = place.isList ? ImageCandidates.replaced(in: text, by: replacement) : replacement(text)
            else { continue }
            setAttribute(place.attribute, to: changed, of: place.node)
            isChanged = true
        }
        return isChanged
    }

    /// Whether an address begins with letters and a colon.
    private static func hasScheme(_ address: ArraySlice<UInt8>) -> Bool {
        guard let end = address.firstIndex(where: { !$0.isASCIILetter }) else { return false }
        return end > address.startIndex && address[end] == UInt8(ascii: ":")
    }

    /// The address in the first `base` element that has one; nil without one. Relative addresses of the document start from it.
    ///
    /// - SeeAlso: [HTML 4.2.3, the base element](https://html.spec.whatwg.org/multipage/semantics.html#the-base-element)
    public var baseAddress: String? {
        for node in descendants(of: root) where isHTML(node, .base) {
            if let address = attribute("href", of: node) { return address }
        }
        return nil
    }

    /// Returns the links that contain an image. Visits each element at most once.
    public func linksAroundImages() -> Set<HTMLNode> {
        var seen: Set<HTMLNode> = []
        var links: Set<HTMLNode> = []
        for image in elements(tag: .img) {
            var place = parent(of: image)
            while let node = place, seen.insert(node).inserted {
                if isHTML(node, .a) { links.insert(node) }
                place = parent(of: node)
            }
        }
        return links
    }

    /// The number of elements whose style refers to a file, such as a background image.
    public var fetchingStyleCount: Int {
        descendants(of: root).count { node in
            guard let range = attributeRange("style", of: node) else { return false }
            var rest = bytes[range]
            while let start = rest.firstIndex(of: UInt8(ascii: "(")) {
                let name = rest[..<start].suffix(3)
                rest = rest[(start + 1)...].drop { $0.isHTMLWhitespace || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
                let isAddress = name.lazy.map { $0 | 0x20 }.elementsEqual("url".utf8)
                let isInside = rest.first == UInt8(ascii: "#") || rest.lazy.map({ $0 | 0x20 }).starts(with: "data:".utf8)
                if isAddress, !isInside, rest.first != UInt8(ascii: ")") { return true }
            }
            return false
        }
    }
}

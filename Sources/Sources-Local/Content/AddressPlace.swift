package import HTMLParsing

/// An attribute of an HTML document that holds addresses of files.
package struct AddressPlace {
    private static let attributes: [(tag: HTMLTag, name: String, isList: Bool)] = [
        (.img, "src", false), (.video, "poster", false), (.img, "srcset", true), (.source, "srcset", true),
    ]

    package let node: HTMLNode
    package let attribute: String
    /// The value of the attribute.
    package let text: String
    /// Whether the value is a list of addresses with their widths or densities.
    package let isList: Bool

    /// The attributes of all nodes, in the order of the document. A page has many nodes and few addresses.
    package static func all(in document: HTMLDocument) -> [AddressPlace] {
        var places: [AddressPlace] = []
        for node in document.descendants(of: document.root) {
            for (tag, name, isList) in attributes where document.isHTML(node, tag) {
                guard let text = document.attribute(name, of: node) else { continue }
                places.append(AddressPlace(node: node, attribute: name, text: text, isList: isList))
            }
        }
        return places
    }
}

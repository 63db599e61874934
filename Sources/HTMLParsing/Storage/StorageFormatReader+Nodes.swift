/// What the elements of the storage format share: the resources that they point to, and their parts.
extension StorageFormatReader {
    /// A page, file, address or person that an element points to.
    struct Resource {
        /// The words for it where the element has none.
        let name: String
        /// Its address, if the format tells it: an attachment is at its file name, and only Confluence knows where a page is.
        let address: String?
    }

    /// The resource of a link, an image or a macro: of one of its children, or of one of its parameters.
    func resource(below node: HTMLNode) -> Resource? {
        for child in document.children(of: node) where document.tag(of: child) == .other {
            if let resource = resource(of: child) { return resource }
            guard document.isNamed("ac:parameter", child) else { continue }
            if let resource = document.children(of: child).lazy.compactMap({ resource(of: $0) }).first { return resource }
        }
        return nil
    }

    private func resource(of node: HTMLNode) -> Resource? {
        func first(of names: String...) -> String? { names.lazy.compactMap { document.attribute($0, of: node) }.first }
        switch document.name(of: node) {
        case "ri:url": return first(of: "ri:value").map { Resource(name: $0, address: $0) }
        case "ri:attachment": return first(of: "ri:filename").map { Resource(name: $0, address: Self.address(ofFile: $0)) }
        case "ri:page", "ri:blog-post", "ri:content-entity", "ri:space":
            return Resource(name: first(of: "ri:content-title", "ri:space-key", "ri:content-id") ?? "", address: nil)
        case "ri:user":
            return Resource(name: first(of: "ri:username", "ri:account-id", "ri:userkey").map { "@" + $0 } ?? "", address: nil)
        default: return nil
        }
    }

    /// A file name as a relative address: with the characters encoded that have a meaning in addresses.
    private static func address(ofFile name: String) -> String {
        var address: [UInt8] = []
        for byte in name.utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "-._~()!".utf8.contains(byte) {
                address.append(byte)
            } else {
                address.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] { address.append(contentsOf: String(digit, radix: 16, uppercase: true).utf8) }
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// The first child with this name.
    func child(_ name: String, of node: HTMLNode) -> HTMLNode? { document.children(of: node).first { document.isNamed(name, $0) } }

    /// The text below a node, without white space at its ends.
    func text(of node: HTMLNode) -> String {
        let text = Array(document.textContent(of: node).utf8)
        return String(decoding: text[text.trimmed(text.indices)], as: UTF8.self)
    }

    mutating func append(_ text: String, to parent: HTMLNode) { document.append(document.makeText(text), to: parent) }

    mutating func moveChildren(of node: HTMLNode, to parent: HTMLNode) {
        while let child = document.firstChild(of: node) { document.append(child, to: parent) }
    }

    /// Puts an element of HTML in place of a node.
    mutating func rename(_ node: HTMLNode, _ tag: HTMLTag) {
        let element = document.makeElement(tag)
        moveChildren(of: node, to: element)
        document.replace(node, with: element)
    }
}

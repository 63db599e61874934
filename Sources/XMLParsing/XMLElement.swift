/// An element with its content, in memory.
public struct XMLElement: Hashable, Sendable {
    /// A part of an element's content.
    public enum Content: Hashable, Sendable {
        /// Text, with references replaced. Two texts are never neighbours.
        case text(String)
        /// An element.
        case element(XMLElement)
    }

    /// The name.
    public let name: XMLName
    /// The attributes in the order of the document.
    public let attributes: [XMLAttribute]
    /// The content in the order of the document.
    public internal(set) var content: [Content] = []

    /// Creates an element.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - attributes: The attributes.
    ///   - content: The content.
    public init(name: XMLName, attributes: [XMLAttribute] = [], content: [Content] = []) {
        self.name = name
        self.attributes = attributes
        self.content = content
    }

    /// The elements among the content.
    public var children: [XMLElement] {
        content.compactMap { if case .element(let child) = $0 { child } else { nil } }
    }

    /// The text of the element and of all elements in it.
    public var text: String {
        var text = ""
        appendText(to: &text)
        return text
    }

    private func appendText(to result: inout String) {
        for part in content {
            switch part {
            case .text(let text): result += text
            case .element(let child): child.appendText(to: &result)
            }
        }
    }

    /// The first child with a name.
    ///
    /// - Parameters:
    ///   - local: The name without its prefix.
    ///   - namespace: The namespace; nil for any.
    public func child(_ local: String, in namespace: String? = nil) -> XMLElement? {
        for case .element(let child) in content
        where child.name.local == local && (namespace ?? child.name.namespace) == child.name.namespace {
            return child
        }
        return nil
    }

    /// The value of an attribute.
    ///
    /// - Parameter written: The name with its prefix as written.
    public func attribute(_ written: String) -> String? { attributes.first { $0.name.written == written }?.value }
}

public import JSONParsing

extension XMLElement {
    /// The element as JSON. Names are those of the document, with their prefixes as written.
    ///
    /// * An element with neither attributes nor children is its text: a string, which may be empty.
    /// * Any other element is an object: first its attributes, each as `@name`; then its text as `#text`, if there is some; then its children by
    ///   their names, in the order of each name's first child.
    /// * Children of one name are an array in their order; a single child is no array.
    /// * In an element with children, white space at both ends of a text is left out, and texts are joined with a space. Their places between
    ///   the children are lost.
    ///
    /// So `<a id="1"><b>x</b><b/>y</a>` is `{"@id": "1", "#text": "y", "b": ["x", ""]}`.
    public var json: JSONValue {
        let children = children
        let texts = content.compactMap { if case .text(let text) = $0 { text } else { nil } }
        if attributes.isEmpty, children.isEmpty { return .string(texts.joined()) }
        var object = JSONObject()
        for attribute in attributes { object["@" + attribute.name.written] = .string(attribute.value) }
        let text = children.isEmpty ? texts.joined() : texts.map(\.withoutOuterSpace).filter { !$0.isEmpty }.joined(separator: " ")
        if !text.isEmpty { object["#text"] = .string(text) }
        var places: [JSONKey: Int] = [:]
        var groups: [(name: String, values: [JSONValue])] = []
        for child in children {
            let name = child.name.written
            if let place = places[JSONKey(name)] {
                groups[place].values.append(child.json)
            } else {
                places[JSONKey(name)] = groups.count
                groups.append((name, [child.json]))
            }
        }
        for group in groups { object[group.name] = group.values.count == 1 ? group.values[0] : .array(group.values) }
        return .object(object)
    }
}

extension String {
    /// The text without white space of XML at both ends.
    fileprivate var withoutOuterSpace: String {
        func isText(_ byte: UInt8) -> Bool { !byte.isXMLSpace && byte != UInt8(ascii: "\r") }
        guard let first = utf8.firstIndex(where: isText), let last = utf8.lastIndex(where: isText) else { return "" }
        return String(self[first...last])
    }
}

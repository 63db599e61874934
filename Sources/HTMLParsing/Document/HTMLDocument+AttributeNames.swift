/// Attributes by number, for readers that ask every element for the same few.
extension HTMLDocument {
    /// Finds the number of a name; nil if no element of the document can have such an attribute.
    ///
    /// - Parameter name: The qualified name; lower case for HTML elements.
    package func attributeName(_ name: String) -> HTMLAttributeName? { names.find(name.utf8.span).map(HTMLAttributeName.init) }

    /// Returns the range of an attribute's value in `textBytes`, or nil.
    package func attributeRange(_ name: HTMLAttributeName?, of node: HTMLNode) -> Range<Int>? {
        let record = record(node)
        guard let name, record.kind == .element, record.second != HTMLNodeRecord.noAttributes else { return nil }
        return attributeIndex(name.number, of: record).map { attributeRecords[$0].range }
    }

    /// Whether a node is an element with attributes.
    package func hasAttributes(_ node: HTMLNode) -> Bool {
        let record = record(node)
        return record.kind == .element && record.second != HTMLNodeRecord.noAttributes
    }
}

/// The number of an attribute's name in a document and its copies.
package struct HTMLAttributeName: Sendable {
    let number: HTMLNameID
}

extension HTMLDocument {
    /// Returns the element's attributes in source order; empty for other nodes.
    public func attributes(of node: HTMLNode) -> [HTMLAttribute] { attributes(of: node) { _ in true } }

    /// Returns the element's attributes whose names pass a filter, in source order.
    func attributes(of node: HTMLNode, where isWanted: (HTMLNameID) -> Bool) -> [HTMLAttribute] {
        var attributes: [HTMLAttribute] = []
        for index in attributeIndices(of: record(node)) where isWanted(attributeRecords[index].name) {
            let attribute = attributeRecords[index]
            attributes.append(HTMLAttribute(name: names.string(attribute.name), value: string(attribute.range)))
        }
        return attributes
    }

    /// Returns the value of an attribute, or nil if the element does not have it.
    ///
    /// - Parameter name: The qualified name; lower case for HTML elements.
    public func attribute(_ name: String, of node: HTMLNode) -> String? {
        let record = record(node)
        guard record.kind == .element, record.second != HTMLNodeRecord.noAttributes, let id = names.find(name.utf8.span) else { return nil }
        return attributeIndex(id, of: record).map { string(attributeRecords[$0].range) }
    }

    /// Returns the range of an attribute's value in `textBytes`, or nil; for callers that need no String.
    public func attributeRange(_ name: String, of node: HTMLNode) -> Range<Int>? {
        let record = record(node)
        guard record.kind == .element, record.second != HTMLNodeRecord.noAttributes, let id = names.find(name.utf8.span) else { return nil }
        return attributeIndex(id, of: record).map { attributeRecords[$0].range }
    }

    /// The whole number in an attribute; nil if it has none, or one that browsers ignore because it needs more than 32 bits.
    ///
    /// - Parameter name: The qualified name; lower case for HTML elements.
    /// - SeeAlso: [HTML 2.3.4.1, Signed integers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#signed-integers)
    package func wholeNumber(_ name: String, of node: HTMLNode) -> Int? {
        guard let range = attributeRange(name, of: node) else { return nil }
        var text = bytes[range].drop(while: \.isHTMLWhitespace)
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
        let zero = UInt8(ascii: "0")
        let digits = text.prefix(while: \.isASCIIDigit).drop { $0 == zero }
        guard text.first?.isASCIIDigit == true, digits.count <= 10 else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - zero) }
        return value <= Int32.max ? isNegative ? -value : value : nil
    }

    /// Sets, adds or removes an attribute of an element. Does nothing to other nodes.
    ///
    /// - Parameters:
    ///   - name: The qualified name; lower case for HTML elements.
    ///   - value: The new value; nil removes the attribute.
    public mutating func setAttribute(_ name: String, to value: String?, of node: HTMLNode) {
        let record = record(node)
        guard record.kind == .element else { return }
        let id = value == nil ? names.find(name.utf8.span) : names.add(name.utf8.span)
        guard let id else { return }
        // Elements that the parser has cloned share one block of attributes, so that a change always writes a new block.
        var changed = attributeIndices(of: record).map { attributeRecords[$0] }
        let position = changed.firstIndex { $0.name == id }
        if let value {
            let range = append(value.utf8.span)
            let attribute = HTMLAttributeRecord(name: id, start: range.lowerBound, count: range.count, isLast: false)
            if let position { changed[position] = attribute } else { changed.append(attribute) }
        } else if let position {
            changed.remove(at: position)
        } else {
            return
        }
        nodes[Int(node.index)].second = append(changed)
    }

    /// Appends a block of attributes and returns its index.
    mutating func append(_ block: [HTMLAttributeRecord]) -> UInt32 {
        if block.isEmpty { return HTMLNodeRecord.noAttributes }
        let start = UInt32(truncatingIfNeeded: attributeRecords.count)
        for (index, attribute) in block.enumerated() {
            attributeRecords.append(attribute)
            attributeRecords[attributeRecords.count - 1].isLast = index == block.count - 1
        }
        return start
    }

    mutating func append(attributes: [HTMLAttribute]) -> UInt32 {
        var block: [HTMLAttributeRecord] = []
        for attribute in attributes {
            let id = names.add(attribute.name.utf8.span)
            if block.contains(where: { $0.name == id }) { continue }
            let range = append(attribute.value.utf8.span)
            block.append(HTMLAttributeRecord(name: id, start: range.lowerBound, count: range.count, isLast: false))
        }
        return append(block)
    }

    /// Returns the indices of the element's attributes.
    func attributeIndices(of record: HTMLNodeRecord) -> Range<Int> {
        guard record.kind == .element, record.second != HTMLNodeRecord.noAttributes else { return 0..<0 }
        let start = Int(record.second)
        var end = start
        while !attributeRecords[end].isLast { end += 1 }
        return start..<end + 1
    }

    func attributeIndex(_ name: HTMLNameID, of record: HTMLNodeRecord) -> Int? {
        attributeIndices(of: record).first { attributeRecords[$0].name == name }
    }

    /// Appends bytes to the buffer and returns their range. Appends nothing if the buffer would exceed ``maximumBytes``.
    mutating func append(_ text: Span<UInt8>) -> Range<Int> {
        let start = bytes.count
        guard start + text.count < HTMLDocument.maximumBytes else { return start..<start }
        bytes.append(span: text)
        return start..<bytes.count
    }

    /// The maximum length of the buffer in bytes: 4 GiB, so that offsets fit into 32 bits.
    static let maximumBytes = Int(UInt32.max)
}

extension HTMLDocument {
    /// Returns the value of an attribute in the block that starts at `start`, or nil.
    func attributeBytes(_ name: HTMLNameID, at start: UInt32) -> ArraySlice<UInt8>? {
        if start == HTMLNodeRecord.noAttributes { return nil }
        var index = Int(start)
        while true {
            let attribute = attributeRecords[index]
            if attribute.name == name { return bytes[attribute.range] }
            if attribute.isLast { return nil }
            index += 1
        }
    }
}

/// An attribute of an element.
public struct HTMLAttribute: Hashable, Sendable {
    /// The qualified name; lower case for HTML elements.
    public var name: String
    /// The value, with character references decoded.
    public var value: String

    /// Creates an attribute.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

internal import JSONParsing

/// Start tags, end tags and attributes.
extension XMLReader {
    /// A name that is split at its colon, before its namespace is known.
    private struct QualifiedName {
        let prefix: String
        let local: String
        let offset: Int

        var written: String { prefix.isEmpty ? local : "\(prefix):\(local)" }

        /// The prefix that an attribute declares: an empty one for the default namespace; nil for other attributes.
        var declaredPrefix: String? {
            if prefix == "xmlns" { return local }
            return prefix.isEmpty && local == "xmlns" ? "" : nil
        }
    }

    /// Reads a start tag or the tag of an empty element.
    ///
    /// - SeeAlso: [XML 1.0, 3.1 Start-Tags, End-Tags, and Empty-Element Tags](https://www.w3.org/TR/xml/#sec-starttags)
    mutating func readStartTag(into sink: inout some XMLSink) throws(XMLFault) {
        let start = offset
        var index = start + 1
        let range = try name(at: &index, from: start, expected: "the name of an element")
        if stage == .epilog {
            let found = "<\(text.span.string(range))"
            throw XMLFault(.unexpected(found: found, expected: "the end of the document behind the root element"), at: start)
        }
        guard openElements.count < limits.maxDepth else { throw XMLFault(.tooDeep(limit: limits.maxDepth), at: start) }
        let name = try qualifiedName(range)
        var attributes: [(name: QualifiedName, value: String)] = []
        let isEmpty = try readAttributes(at: &index, into: &attributes)
        let declarations = namespaces.count
        try declareNamespaces(of: attributes)
        let tag = XMLStartTag(
            name: try resolve(name, isAttribute: false), attributes: try resolve(attributes), position: position(at: start))
        sink.startElement(tag)
        if isEmpty {
            namespaces.removeDeclarations(behind: declarations)
            sink.endElement()
            stage = openElements.isEmpty ? .epilog : .content
        } else {
            openElements.append((openNames.count, declarations))
            openNames.append(contentsOf: text[range])
            stage = .content
        }
        offset = index
    }

    /// Reads the attributes of a tag and its end.
    ///
    /// - Returns: Whether the element is empty: the tag ends with `/>`.
    private mutating func readAttributes(
        at index: inout Int, into attributes: inout [(name: QualifiedName, value: String)]
    ) throws(XMLFault) -> Bool {
        let expected = "an attribute, \"/>\" or \">\""
        while true {
            let isBehindSpace = try skipSpace(at: &index, from: offset, expected: expected)
            switch try byte(index, from: offset, expected: expected) {
            case UInt8(ascii: ">"):
                index += 1
                return false
            case UInt8(ascii: "/"):
                try expect("/>", at: &index, from: offset, expected: "\"/>\"")
                return true
            default:
                let place = index
                let range = try name(at: &index, from: offset, expected: expected)
                guard isBehindSpace else { throw unexpected(at: place, expected: "white space in front of an attribute") }
                guard attributes.count < limits.maxAttributes else {
                    throw XMLFault(.tooManyAttributes(limit: limits.maxAttributes), at: offset)
                }
                let name = try qualifiedName(range)
                attributes.append((name, try attributeValue(at: &index)))
            }
        }
    }

    /// Reads the value of an attribute.
    ///
    /// - SeeAlso: [XML 1.0, 3.3.3 Attribute-Value Normalization](https://www.w3.org/TR/xml/#AVNormalize)
    private mutating func attributeValue(at index: inout Int) throws(XMLFault) -> String {
        let quote = try openingQuote(at: &index, from: offset)
        var value: [UInt8] = []
        var run = index
        while true {
            let byte = try byte(index, from: offset, expected: "the quotation mark that ends a value")
            if byte == quote { break }
            switch byte {
            case UInt8(ascii: "<"):
                throw XMLFault(.unexpected(found: "\"<\"", expected: "a quotation mark, or &lt; in the value of an attribute"), at: index)
            case UInt8(ascii: "&"):
                value.append(contentsOf: text[run..<index])
                value.append(contentsOf: try referencedText(at: &index, from: offset).utf8)
                run = index
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"):
                value.append(contentsOf: text[run..<index])
                value.append(UInt8(ascii: " "))
                index += 1
                run = index
            default: index += 1
            }
        }
        index += 1
        if value.isEmpty { return text.span.string(run..<index - 1) }
        value.append(contentsOf: text[run..<index - 1])
        return String(decoding: value, as: UTF8.self)
    }

    /// Cuts a name at its colon.
    ///
    /// - SeeAlso: [Namespaces in XML 1.0, 4 Qualified Names](https://www.w3.org/TR/xml-names/#ns-qualnames)
    private func qualifiedName(_ range: Range<Int>) throws(XMLFault) -> QualifiedName {
        let bytes = text.span
        guard let colon = range.first(where: { bytes[$0] == UInt8(ascii: ":") }) else {
            return QualifiedName(prefix: "", local: bytes.string(range), offset: range.lowerBound)
        }
        let local = colon + 1..<range.upperBound
        guard colon > range.lowerBound, !local.isEmpty, XMLNameCharacters.isStart(bytes.character(at: local.lowerBound).code),
            !local.contains(where: { bytes[$0] == UInt8(ascii: ":") })
        else {
            let found = "\"\(bytes.string(range))\""
            throw XMLFault(
                .unexpected(found: found, expected: "a name with at most one colon, and a name on both sides"), at: range.lowerBound)
        }
        return QualifiedName(prefix: bytes.string(range.lowerBound..<colon), local: bytes.string(local), offset: range.lowerBound)
    }

    private mutating func declareNamespaces(of attributes: [(name: QualifiedName, value: String)]) throws(XMLFault) {
        for (name, value) in attributes {
            guard let prefix = name.declaredPrefix, let fault = namespaces.declare(prefix, as: value) else { continue }
            throw XMLFault(.forbiddenNamespace(fault), at: name.offset)
        }
    }

    /// Finds the namespace of a name. An attribute without a prefix has none.
    private func resolve(_ name: QualifiedName, isAttribute: Bool) throws(XMLFault) -> XMLName {
        if isAttribute, name.declaredPrefix != nil {
            return XMLName(prefix: name.prefix, local: name.local, namespace: XMLNamespaces.xmlns)
        }
        if isAttribute, name.prefix.isEmpty { return XMLName(local: name.local) }
        guard name.prefix != "xmlns", let namespace = namespaces.namespace(of: name.prefix) else {
            throw XMLFault(.undeclaredPrefix(name.prefix), at: name.offset)
        }
        return XMLName(prefix: name.prefix, local: name.local, namespace: namespace)
    }

    /// Finds the namespaces of attributes, and refuses two of one name.
    private func resolve(_ attributes: [(name: QualifiedName, value: String)]) throws(XMLFault) -> [XMLAttribute] {
        if attributes.isEmpty { return [] }
        var resolved: [XMLAttribute] = []
        // Names are compared by their bytes.
        var seen: Set<JSONKey> = []
        for (name, value) in attributes {
            let expanded = try resolve(name, isAttribute: true)
            if attributes.count > 1, !seen.insert(JSONKey("\(expanded.namespace) \(expanded.local)")).inserted {
                throw XMLFault(.duplicateAttribute(name.written), at: name.offset)
            }
            resolved.append(XMLAttribute(name: expanded, value: value))
        }
        return resolved
    }

    /// Reads an end tag.
    mutating func readEndTag(into sink: inout some XMLSink) throws(XMLFault) {
        let start = offset
        var index = start + 2
        let range = try name(at: &index, from: start, expected: "the name of an element")
        let expected = "\">\" at the end of an end tag"
        try skipSpace(at: &index, from: start, expected: expected)
        try expect(">", at: &index, from: start, expected: expected)
        guard let element = openElements.last else {
            let found = "the end tag </\(text.span.string(range))>"
            let expected = stage == .prolog ? "the root element" : "the end of the document behind the root element"
            throw XMLFault(.unexpected(found: found, expected: expected), at: start)
        }
        guard text[range].elementsEqual(openNames[element.nameStart...]) else {
            throw XMLFault(.mismatchedEnd(open: innermostName, found: text.span.string(range)), at: start)
        }
        openElements.removeLast()
        openNames.removeSubrange(element.nameStart...)
        namespaces.removeDeclarations(behind: element.declarations)
        if openElements.isEmpty { stage = .epilog }
        sink.endElement()
        offset = index
    }
}

/// A URL or a reference to one, in its five components. Their percent-encoding stays as it is.
///
/// Redirects, links to further pages and addresses in content are resolved here, too.
///
/// - SeeAlso: [RFC 3986, section 3 and appendix B](https://www.rfc-editor.org/rfc/rfc3986#section-3)
package struct URLReference: Sendable {
    package var scheme: Substring?
    package var authority: Substring?
    package var path: Substring
    package var query: Substring?
    package var fragment: Substring?

    /// Splits a text; every text has components.
    package init(_ text: String) {
        var rest = Substring(text)
        func cut(at scalar: Unicode.Scalar) -> Substring? {
            guard let place = rest.utf8.firstIndex(of: UInt8(ascii: scalar)) else { return nil }
            defer { rest = rest[..<place] }
            return rest[rest.utf8.index(after: place)...]
        }
        fragment = cut(at: "#")
        query = cut(at: "?")
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon].utf8) {
            scheme = rest[..<colon]
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        path = rest
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, Lexer.startsName(first), first != UInt8(ascii: "_") else { return false }
        return text.allSatisfy { Lexer.isDigit($0) || Lexer.startsName($0) && $0 != UInt8(ascii: "_") || "+-.".utf8.contains($0) }
    }

    /// The URL that a reference means in a document with this URL. Takes time in proportion to the length of both.
    ///
    /// - SeeAlso: [RFC 3986, section 5.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2)
    package func resolving(_ reference: URLReference) -> URLReference {
        var result = reference
        if reference.scheme == nil {
            result.scheme = scheme
            if reference.authority == nil {
                result.authority = authority
                if reference.path.isEmpty {
                    result.path = path
                    result.query = reference.query ?? query
                    return result
                }
                if reference.path.utf8.first != UInt8(ascii: "/") { result.path = merged(with: reference.path) }
            }
        }
        result.path = Substring(Self.withoutDots(result.path))
        return result
    }

    /// A relative path in place of what follows the last slash.
    private func merged(with relative: Substring) -> Substring {
        if authority != nil, path.isEmpty { return "/" + relative }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
        return folder + relative
    }

    /// - SeeAlso: [RFC 3986, section 5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4)
    private static func withoutDots(_ path: Substring) -> String {
        let slash = UInt8(ascii: "/")
        let isRooted = path.utf8.first == slash
        var output: [UInt8] = []
        output.reserveCapacity(path.utf8.count)
        var rest = path.utf8[...]
        if isRooted { rest.removeFirst() }
        // Places in the output where segments begin.
        var starts: [Int] = []
        if isRooted { output.append(slash) }
        while true {
            let segment = rest.prefix { $0 != slash }
            let isLast = segment.endIndex == rest.endIndex
            let isUp = segment.elementsEqual("..".utf8)
            if isUp, let start = starts.popLast() { output.removeSubrange(start...) }
            if !isUp, !segment.elementsEqual(".".utf8) {
                starts.append(output.count)
                output += segment
                if !isLast { output.append(slash) }
            }
            if isLast { break }
            rest = rest[rest.index(after: segment.endIndex)...]
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// - SeeAlso: [RFC 3986, section 5.3](https://www.rfc-editor.org/rfc/rfc3986#section-5.3)
    package var text: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        // A path must not look like an authority.
        if authority == nil, path.utf8.starts(with: "//".utf8) { text += "/." }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}

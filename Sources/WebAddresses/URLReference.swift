/// A URL or a reference to one, in its five components. Their percent-encoding stays as it is.
///
/// Splitting is lenient: every text has components. ``WebAddress`` is strict, for requests; ``HTMLAddress`` finds the scheme that a browser
/// finds in damaged content.
///
/// - SeeAlso: [RFC 3986, section 3 and appendix B](https://www.rfc-editor.org/rfc/rfc3986#section-3)
public struct URLReference: Sendable {
    /// The scheme without its colon.
    public var scheme: Substring?
    /// The text after `//`, which ``URLAuthority`` splits; nil without `//`.
    public var authority: Substring?
    /// The path; empty without one.
    public var path: Substring
    /// The query without its `?`.
    public var query: Substring?
    /// The fragment without its `#`.
    public var fragment: Substring?

    /// Splits a text; every text has components.
    public init(_ text: String) {
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
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    fileprivate static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    fileprivate static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Splits a URL at its first `://`, whatever is in front of it: the URLs in messages can have misspelled schemes.
    ///
    /// - Returns: nil if the text has no `://`, or no plain host and port after it. Where a password would be is then unknown.
    package init?(quoted text: String) {
        guard let mark = text.firstRange(of: "://") else { return nil }
        self.init("//\(text[mark.upperBound...])")
        guard let server, server.hasPlainHost, server.hasValidPort else { return nil }
        scheme = text[..<mark.lowerBound]
    }

    /// The parts of the authority; nil without one.
    public var server: URLAuthority? { authority.map { URLAuthority($0) } }

    /// The URL without user, password, query and fragment.
    package var withoutSecrets: URLReference {
        var result = self
        (result.authority, result.query, result.fragment) = (server?.hostAndPort, nil, nil)
        return result
    }

    /// The URL that a reference means in a document with this URL. Takes time in proportion to the length of both.
    ///
    /// - SeeAlso: [RFC 3986, section 5.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2)
    public func resolving(_ reference: URLReference) -> URLReference {
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

    /// The components as one text.
    ///
    /// - SeeAlso: [RFC 3986, section 5.3](https://www.rfc-editor.org/rfc/rfc3986#section-5.3)
    public var text: String {
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

/// User, host and port of a URL. Every text has parts; properties tell whether they are valid.
///
/// - SeeAlso: [RFC 3986, section 3.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2)
public struct URLAuthority: Sendable {
    /// The text in front of the last `@`: a user, perhaps with a colon and a password; nil without `@`.
    public let userInfo: Substring?
    /// The authority after the last `@`: host and optional port, as written.
    public let hostAndPort: Substring
    /// The host. An IPv6 address has brackets.
    public let host: Substring

    /// - Parameter text: The authority without `//`.
    public init(_ text: Substring) {
        // Delimiters are ASCII and searched as bytes, so that a combining mark after a delimiter does not hide it.
        let bytes = text.utf8
        let at = bytes.lastIndex(of: UInt8(ascii: "@"))
        userInfo = at.map { text[..<$0] }
        hostAndPort = at.map { text[bytes.index(after: $0)...] } ?? text
        let server = hostAndPort.utf8
        let end =
            server.first == UInt8(ascii: "[")
            ? server.firstIndex(of: UInt8(ascii: "]")).map { server.index(after: $0) } : server.firstIndex(of: UInt8(ascii: ":"))
        host = hostAndPort[..<(end ?? server.endIndex)]
    }

    private var rest: Substring { hostAndPort[host.endIndex...] }
    private var isAddress: Bool { host.utf8.first == UInt8(ascii: "[") }

    /// The port as written, perhaps empty; nil without a colon.
    public var port: Substring? { rest.utf8.first == UInt8(ascii: ":") ? rest[rest.utf8.index(after: rest.startIndex)...] : nil }

    /// Whether nothing but a colon and digits follows the host. The digits may be missing.
    public var hasValidPort: Bool { rest.isEmpty || port?.utf8.allSatisfy(URLReference.isDigit) == true }

    /// Whether the host is an IPv6 address in brackets or a name with characters that RFC 3986 allows. Letters of all scripts are allowed.
    package var hasValidHost: Bool {
        guard !isAddress else { return host.utf8.count > 3 && host.utf8.contains(UInt8(ascii: ":")) && hasAddressForm }
        return host.utf8.allSatisfy { $0 >= 0x80 || PercentEncoding.isUnreserved($0) || "%!$&'()*+,;=".utf8.contains($0) }
    }

    /// Whether the host has letters, digits and `-._~%*` alone. A host with other characters may be the start of a password.
    public var hasPlainHost: Bool {
        if isAddress { return hasAddressForm }
        let isPlain = host.utf8.allSatisfy { URLReference.isLetter($0) || URLReference.isDigit($0) || "-.".utf8.contains($0) }
        return isPlain || host.allSatisfy { $0.isLetter || $0.isNumber || "-._~%*".contains($0) }
    }

    /// Whether the host looks like an IP address in brackets, perhaps with a zone, as in `[fe80::1%25eth0]`.
    private var hasAddressForm: Bool {
        guard host.utf8.last == UInt8(ascii: "]") else { return false }
        let address = host.utf8.dropFirst().dropLast()
        let digits = address.prefix { $0 != UInt8(ascii: "%") }
        return digits.allSatisfy { PercentEncoding.value(ofHexDigit: $0) != nil || ":.".utf8.contains($0) }
            && address[digits.endIndex...].allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%") }
    }
}

internal import HTMLParsing
internal import JSONParsing

// Values in a URL. The text in front of a value decides its place, because no value can contain a delimiter.
extension FilledText {
    private static let wholeAddress = "{ \"$param\": \"name\" } takes a whole URL"

    /// A value encoded for the place behind ``value``.
    ///
    /// - Parameter next: The text behind the value.
    func address(_ found: JSONValue, _ program: String, before next: String) throws(RecordError) -> String {
        guard value.isWebAddress, let scheme = value.firstRange(of: "://") else {
            throw RecordError(
                "{{\(program)}}: a URL begins with \"https://\" in the template itself; the host may be a value, as in "
                    + "https://{{$host}}/…, and \(Self.wholeAddress)")
        }
        // Delimiters are bytes: a combining mark behind one hides it as a character.
        let rest = value[scheme.upperBound...]
        if rest.utf8.contains(UInt8(ascii: "#")) { throw RecordError("{{\(program)}}: no server gets what stands behind \"#\"") }
        if rest.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) {
            return try AddressValue.encoded(found, program)
        }
        return try host(found, program, behind: rest, before: next)
    }

    /// A value in the host, or as the port.
    ///
    /// - Parameters:
    ///   - start: The host in front of it.
    ///   - next: The text behind it.
    private func host(
        _ found: JSONValue, _ program: String, behind start: Substring, before next: String
    ) throws(RecordError) -> String {
        let text = try AddressValue.text(of: found, program)
        let tail = Substring(next.utf8.prefix { !"/?#".utf8.contains($0) })
        guard !start.contains("@"), !tail.contains("@") else {
            throw RecordError("a URL with values has no user; the option \"auth\" has it")
        }
        let shown = "\"\(text.prefix(80).printable)\""
        if start.hasSuffix(":") {
            guard tail.isEmpty, !text.isEmpty, text.utf8.count <= 5, text.utf8.allSatisfy(\.isASCIIDigit) else {
                throw RecordError("{{\(program)}}: expected the number of a port, found \(shown)")
            }
            return text
        }
        // A value alone is the whole host. In front of a domain, it is a part of one label.
        if start.isEmpty, tail.isEmpty || tail.hasPrefix(":") {
            let labels = text.split(separator: ".", omittingEmptySubsequences: false)
            guard text.utf8.count <= 253, labels.allSatisfy({ Self.isLabel($0.utf8) }) else {
                throw RecordError("{{\(program)}}: expected the name of a host, found \(shown); \(Self.wholeAddress)")
            }
            return text
        }
        guard tail.contains(".") else {
            throw RecordError("{{\(program)}}: a slash is missing in front of it, or a value would choose another host")
        }
        guard Self.isLabel(text.utf8) else {
            throw RecordError("{{\(program)}}: expected letters, digits and \"-\" in the host, found \(shown); \(Self.wholeAddress)")
        }
        return text
    }

    /// Whether a text is one label of the name of a host.
    ///
    /// - SeeAlso: RFC 1123, section 2.1
    private static func isLabel(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(text.count) && text.first != hyphen && text.last != hyphen
            && text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == hyphen }
    }
}

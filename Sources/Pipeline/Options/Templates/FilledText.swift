internal import HTMLParsing
public import JSONParsing
internal import WebAddresses

/// A text of a pipeline file while the values of its `{{ … }}` are put in, each encoded for the text's syntax.
struct FilledText {
    /// The syntax of a text, which decides how to encode the values in it.
    enum TextSyntax {
        /// A text of any meaning. A later step encodes the whole text, for instance as the value of a query item.
        case text
        /// A string in a JSON value, which is encoded when the value is written.
        case json
        /// The path of a file: a value is one name in it, or a part of one.
        case path
        /// An http(s) URL: a value is one segment of the path, one value of the query, or a part of the host.
        case address
    }

    let syntax: TextSyntax
    /// The text as the program uses it.
    private(set) var value = ""
    /// The text with `***` in place of secret values.
    private(set) var shown = ""
    private(set) var hasSecrets = false

    init(_ syntax: TextSyntax) { self.syntax = syntax }

    mutating func append(_ text: String) {
        value += text
        shown += text
    }

    /// Adds the value of a program.
    ///
    /// - Parameters:
    ///   - found: The value.
    ///   - program: The program in messages.
    ///   - isSecret: Whether messages must not show the value.
    ///   - next: The text behind the program.
    /// - Throws: ``RecordError`` for a value that does not fit the syntax.
    mutating func append(_ found: JSONValue, of program: String, isSecret: Bool, before next: String) throws(RecordError) {
        let text: String
        switch syntax {
        case .text, .json: text = try Self.text(found, program)
        case .path: text = try name(found, program)
        case .address: text = try address(found, program, before: next)
        }
        value += text
        shown += isSecret ? "***" : text
        if isSecret { hasSecrets = true }
    }

    /// Checks the whole text.
    ///
    /// - Throws: ``RecordError`` if the values give the text another meaning than its template has, such as a path with `..`, or a name
    ///   that is too long.
    func check() throws(RecordError) {
        switch syntax {
        case .text, .json: break
        case .path:
            if value == Input.standardInputName { throw RecordError("the value \"-\" would stand for a stream, and not for a file") }
            guard let long = value.utf8.split(separator: UInt8(ascii: "/")).first(where: { $0.count > ConfinedFolder.maxNameBytes }) else {
                break
            }
            throw RecordError("expected names of at most \(ConfinedFolder.maxNameBytes) bytes, found one of \(long.count)")
        case .address:
            guard let path = URLReference(quoted: value)?.path, AddressValue.leadsElsewhere(path) else { break }
            throw RecordError("the path has a segment \".\" or \"..\", which leads elsewhere")
        }
    }

    private static func text(_ value: JSONValue, _ program: String) throws(RecordError) -> String {
        do throws(JSONError) {
            return try value.textOrJSON()
        } catch {
            throw RecordError("{{\(program)}}: \(error)")
        }
    }

    /// A value as a file name or a part of one.
    private func name(_ found: JSONValue, _ program: String) throws(RecordError) -> String {
        let text = try Self.text(found, program)
        if text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }) {
            throw RecordError(
                "{{\(program)}}: a value in a path is one name, without slashes, found \"\(text.prefix(80).printable)\"; "
                    + "{ \"$param\": \"name\" } takes a whole path")
        }
        let name = PortableName.made(of: text)
        guard !name.isEmpty else {
            throw RecordError("{{\(program)}}: \"\(text.prefix(80).printable)\" is no name of a file, and the path would be another one")
        }
        if name.utf8.first == UInt8(ascii: "."), value.utf8.last ?? UInt8(ascii: "/") == UInt8(ascii: "/") {
            throw RecordError("{{\(program)}}: the file name \"\(name.prefix(80).printable)\" has nothing in front of its dot")
        }
        return name
    }
}

// Values in a URL. The text before a value decides the encoding of the value, because no value can contain a delimiter.
extension FilledText {
    private static let wholeAddress = "{ \"$param\": \"name\" } takes a whole URL"

    /// Encodes a value for its position in the URL: at the end of ``value``.
    ///
    /// - Parameter next: The text behind the value.
    func address(_ found: JSONValue, _ program: String, before next: String) throws(RecordError) -> String {
        guard value.isWebAddress, let scheme = value.firstRange(of: "://") else {
            throw RecordError(
                "{{\(program)}}: a URL begins with \"https://\" in the template itself; the host may be a value, as in "
                    + "https://{{$host}}/…, and \(Self.wholeAddress)")
        }
        // Compares bytes: a delimiter with a combining mark behind it would be another `Character`.
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

/// Encodes a value for its place in a URL: one segment of the path, or one value of the query.
///
/// - SeeAlso: RFC 3986, section 3.3
public enum AddressValue {
    /// Returns a value as one percent-encoded segment.
    ///
    /// - Parameters:
    ///   - value: A text, a number or a boolean.
    ///   - program: The program that gave the value, for messages.
    /// - Throws: ``RecordError`` for other values, for an empty text, and for a text that some servers resolve to another path.
    public static func encoded(_ value: JSONValue, _ program: String) throws(RecordError) -> String {
        let text = try text(of: value, program)
        guard !text.isEmpty else { throw RecordError("{{\(program)}} is empty, and so the URL would name something else") }
        // Some servers decode a segment before they resolve it.
        let names = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard !names.contains(where: { isDots($0) }) else {
            throw RecordError("{{\(program)}}: \"\(text.prefix(80).printable)\" would lead to another path")
        }
        return PercentEncoding.encoded(text)
    }

    /// Whether a path has a segment that leads to another path, also a percent-encoded one.
    public static func leadsElsewhere(_ path: some StringProtocol) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { isDots(PercentEncoding.decoded(String(decoding: $0, as: UTF8.self)).utf8) }
    }

    /// The text of a value that is a text, a number or a boolean.
    static func text(of value: JSONValue, _ program: String) throws(RecordError) -> String {
        do throws(JSONError) {
            switch try value.decoded() {
            case .string(let string): return string
            case .number(let number): return number.text
            case .bool(let bool): return bool ? "true" : "false"
            default: break
            }
        } catch {
            throw RecordError("{{\(program)}}: \(error)")
        }
        throw RecordError("{{\(program)}}: expected a text or a number for the URL, found \(value.kind.phrase)")
    }

    /// Whether a segment is `.` or `..`. Bytes are compared, because a character can contain more than its letter.
    private static func isDots(_ segment: some Sequence<UInt8>) -> Bool {
        segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
    }
}

internal import JSONParsing

/// A text of a pipeline file while the values of its `{{ … }}` are put in, each encoded for its place.
struct FilledText {
    /// What a text is, which decides how values are encoded.
    enum Place {
        /// A text of any meaning. A later step encodes all of it, such as that of a query item.
        case text
        /// A string in a JSON value, which is encoded when the value is written.
        case json
        /// The path of a file: a value is one name in it, or a part of one.
        case path
        /// An http(s) URL: a value is one segment of the path, one value of the query, or a part of the host.
        case address
    }

    let place: Place
    /// The text as the program uses it.
    private(set) var value = ""
    /// The text with `***` in place of secret values.
    private(set) var shown = ""
    private(set) var hasSecrets = false

    init(_ place: Place) { self.place = place }

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
    /// - Throws: ``RecordError`` for a value that does not fit the place.
    mutating func append(_ found: JSONValue, of program: String, isSecret: Bool, before next: String) throws(RecordError) {
        let text: String
        switch place {
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
    /// - Throws: ``RecordError`` for a text that means something else than its template.
    func check() throws(RecordError) {
        switch place {
        case .text, .json: break
        case .path:
            if value == Input.standardInputName { throw RecordError("the value \"-\" would stand for a stream, and not for a file") }
            guard let long = value.utf8.split(separator: UInt8(ascii: "/")).first(where: { $0.count > OutputFolder.maxNameBytes }) else {
                break
            }
            throw RecordError("expected names of at most \(OutputFolder.maxNameBytes) bytes, found one of \(long.count)")
        case .address:
            guard let path = AddressParts(value)?.path, AddressValue.leadsElsewhere(path) else { break }
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

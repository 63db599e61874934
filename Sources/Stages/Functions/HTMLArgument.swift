internal import HTMLParsing
internal import JSONParsing
internal import JSONQuery
internal import MailParsing

/// The HTML or text that a function of a jq program reads. It charges the program for the work.
struct HTMLArgument {
    /// Writing longer content takes too long between two checks of a signal.
    private static let maxBytes = 1 << 20
    /// Parsing and writing take as long as this for a byte, in steps: about 40 MB a second.
    private static let bytesPerStep = 4
    /// Memory of a document with its text, for each byte of HTML.
    private static let memoryPerByte = 8

    private let text: String
    private let function: String

    /// - Throws: ``QueryRuntimeError`` if the input is no string.
    init(_ input: JSONValue, of function: String) throws {
        guard let text = input.string else { throw QueryRuntimeError("\(function) input must be a string, not \(input.kind.rawValue)") }
        self.text = text
        self.function = function
    }

    /// HTML as a document, or plain text, as the option `format` of the stages decides.
    ///
    /// - Throws: ``QueryRuntimeError`` if the text is too long.
    func content(_ work: QueryWork, as format: ContentFormat = .auto) throws -> FieldContent {
        guard text.utf8.count <= Self.maxBytes else {
            throw QueryRuntimeError(
                "\(function) input is longer than \(Self.maxBytes) bytes; stages such as html_to_text have no such limit")
        }
        try work.allocate(bytes: Self.memoryPerByte * text.utf8.count)
        try work.charge(bytes: text.utf8.count)
        guard let markup = format.markup(in: text) else { return .text(text) }
        let document = try document(markup.html, in: .body, work)
        guard let repaired = markup.repaired(document) else { return .html(markup.completed(document)) }
        return .html(repaired.completed(try self.document(repaired.html, in: .body, work)))
    }

    /// The text with character references decoded, as the standard decodes them in text.
    func unescaped(_ work: QueryWork) throws -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        try work.allocate(bytes: Self.memoryPerByte * text.utf8.count)
        var output = ""
        // The parser changes these two characters; no reference goes beyond them.
        func isKept(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\r") || byte == 0 }
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let piece = rest.prefix { !isKept($0) }
            rest = rest[piece.endIndex...]
            let kept = rest.prefix(while: isKept)
            rest = rest[kept.endIndex...]
            if piece.contains(UInt8(ascii: "&")) {
                try work.charge(steps: 100)
                let document = try document(String(Substring(piece)), in: .title, work)
                output += document.textContent(of: document.root)
            } else {
                try work.charge(bytes: piece.count)
                output += Substring(piece)
            }
            output += Substring(kept)
        }
        return output
    }

    /// Parses in blocks, so that limits and signals end the work in time.
    private func document(_ html: String, in context: HTMLTag, _ work: QueryWork) throws -> HTMLDocument {
        var parser = HTMLParser(options: HTMLParserOptions(context: .init(name: context.name, namespace: .html)))
        let utf8 = html.utf8
        let bytes = utf8.span
        var start = 0
        while start < bytes.count {
            let end = min(start + QueryWork.blockBytes, bytes.count)
            try work.charge(steps: (end - start) / Self.bytesPerStep)
            parser.feed(bytes.extracting(start..<end))
            start = end
        }
        return parser.finish()
    }
}

internal import Checksums
internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import JSONQuery
internal import MailParsing

/// The functions for jq programs that this library registers.
enum ContentFunctions {
    static let all: [QueryFunction] = [
        QueryFunction(
            "html_text", help: "The plain text of HTML, as the stage html_to_text writes it. Plain text stays as it is.",
            examples: [.init(#""<p>Fish &amp; <b>chips</b></p>" | html_text"#, gives: #""Fish & chips""#)]
        ) { input, _, work in
            let content = try HTMLArgument(input, of: "html_text").content(work)
            return .string(HTMLConversion.value(content.text(by: TextWriter())))
        },
        QueryFunction(
            "html_markdown", help: "The Markdown of HTML or plain text, as the stage html_to_markdown writes it.",
            examples: [.init(#""<p>Fish &amp; <b>chips</b></p>" | html_markdown"#, gives: #""Fish & **chips**""#)]
        ) { input, _, work in
            let content = try HTMLArgument(input, of: "html_markdown").content(work)
            return .string(HTMLConversion.value(MarkdownWriter().string(of: content.document)))
        },
        QueryFunction(
            "html_text", parameters: ["format"],
            help: "The plain text of a text in a format: auto, html, text, markdown, or paragraphs, in which blank lines part paragraphs.",
            examples: [.init(#""<b>Fish</b>\nand chips" | html_text("paragraphs")"#, gives: #""Fish\nand chips\n""#)]
        ) { input, arguments, work in
            let content = try HTMLArgument(input, of: "html_text").content(work, as: format(arguments[0], of: "html_text"))
            return .string(HTMLConversion.value(content.text(by: TextWriter())))
        },
        QueryFunction(
            "html_markdown", parameters: ["format"],
            help: "The Markdown of a text in a format: auto, html, text, markdown, or paragraphs, in which blank lines part paragraphs.",
            examples: [.init(#""1 < 2" | html_markdown("text")"#, gives: #""1 < 2""#)]
        ) { input, arguments, work in
            let content = try HTMLArgument(input, of: "html_markdown").content(work, as: format(arguments[0], of: "html_markdown"))
            return .string(HTMLConversion.value(MarkdownWriter().string(of: content.document)))
        },
        QueryFunction(
            "markdown_html", help: "The HTML of Markdown. HTML in the text stays as it is: the stage sanitize_html makes it safe.",
            examples: [.init(#""**Fish** & chips" | markdown_html"#, gives: #""<p><strong>Fish</strong> &amp; chips</p>""#)]
        ) { input, _, work in
            .string(try HTMLArgument(input, of: "markdown_html").content(work, as: .markdown).document.serialized())
        },
        QueryFunction(
            "html_unescape", help: "The text with character references decoded. Tags stay as they are.",
            examples: [.init(#""Fish &amp; chips &euro;5 <b>" | html_unescape"#, gives: #""Fish & chips €5 <b>""#)]
        ) { input, _, work in .string(try HTMLArgument(input, of: "html_unescape").unescaped(work)) },
        QueryFunction(
            "blurb", parameters: ["n"],
            help: "The beginning of the visible text of HTML or plain text in one line: at most n characters, cut behind a word.",
            examples: [.init(#""<p>The quick brown fox jumps</p>" | blurb(20)"#, gives: #""The quick brown fox…""#)]
        ) { input, arguments, work in
            let range = 1...10_000
            guard let number = arguments[0].number?.double, number >= Double(range.lowerBound), number <= Double(range.upperBound) else {
                throw QueryRuntimeError("blurb: n must be a number from 1 to \(range.upperBound)")
            }
            let content = try HTMLArgument(input, of: "blurb").content(work)
            return .string(TextWriter().blurb(of: content.document, maxCharacters: Int(number)))
        },
        QueryFunction(
            "sha256", help: "The SHA-256 hash of a text in UTF-8, in hexadecimal digits.",
            examples: [
                .init(#""abc" | sha256"#, gives: #""ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad""#)
            ]
        ) { input, _, work in
            guard let text = input.string else { throw QueryRuntimeError("sha256 input must be a string") }
            var hash = SHA256Hasher()
            var rest = text.utf8[...]
            while !rest.isEmpty {
                let block = rest.prefix(QueryWork.blockBytes)
                rest = rest[block.endIndex...]
                // Hashing 8 bytes takes about as long as a step.
                try work.charge(steps: block.count >> 3)
                hash.update(Array(block))
            }
            return .string(hash.hex())
        },
    ]

    private static func format(_ argument: JSONValue, of function: String) throws -> ContentFormat {
        if let format = argument.string.flatMap(ContentFormat.init(named:)) { return format }
        let names = ContentFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw QueryRuntimeError("\(function): format must be one of \(names)")
    }
}

/// The HTML or text that a function of a jq program reads. Its methods charge the budget of the program for the work.
private struct HTMLArgument {
    /// The longest input. The writers do not check for signals, and would take too long for more.
    private static let maxBytes = 1 << 20
    /// The number of bytes that are parsed and written in the time of a step: about 40 MB a second.
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
        if markup.isMarkdown {
            try work.charge(steps: text.utf8.count / Self.bytesPerStep)
            return .html(markup.document())
        }
        let document = try document(markup.text, in: .body, work)
        guard let repaired = markup.repaired(document) else { return .html(markup.completed(document)) }
        return .html(repaired.completed(try self.document(repaired.text, in: .body, work)))
    }

    /// The text with its character references decoded, as HTML decodes them in text.
    func unescaped(_ work: QueryWork) throws -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        try work.allocate(bytes: Self.memoryPerByte * text.utf8.count)
        var output = ""
        // The parser changes these two characters, so they bypass it. No character reference contains one.
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

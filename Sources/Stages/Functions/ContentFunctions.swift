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
            help: "The plain text of a text in a format: auto, html, text, or paragraphs, in which blank lines part paragraphs.",
            examples: [.init(#""<b>Fish</b>\nand chips" | html_text("paragraphs")"#, gives: #""Fish\nand chips\n""#)]
        ) { input, arguments, work in
            let content = try HTMLArgument(input, of: "html_text").content(work, as: format(arguments[0], of: "html_text"))
            return .string(HTMLConversion.value(content.text(by: TextWriter())))
        },
        QueryFunction(
            "html_markdown", parameters: ["format"],
            help: "The Markdown of a text in a format: auto, html, text, or paragraphs, in which blank lines part paragraphs.",
            examples: [.init(#""1 < 2" | html_markdown("text")"#, gives: #""1 < 2""#)]
        ) { input, arguments, work in
            let content = try HTMLArgument(input, of: "html_markdown").content(work, as: format(arguments[0], of: "html_markdown"))
            return .string(HTMLConversion.value(MarkdownWriter().string(of: content.document)))
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
                // About as fast as 8 bytes a step.
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

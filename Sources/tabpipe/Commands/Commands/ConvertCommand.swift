internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import HTMLWriting
internal import MailParsing
internal import Stages
internal import SourcesRemote

/// `tabpipe convert [FILE…]`
enum ConvertCommand: Command {
    static let name = "convert"
    static let summary = "Converts documents, standard input, files or http(s) URLs, to Markdown, plain text or HTML on standard output."
    static let examples = [
        "tabpipe convert page.html", "tabpipe convert https://example.com/ --to text",
        "tabpipe convert --to html --sanitize email < mail.html",
    ]
    static let operands = Operands(synopsis: "[FILE…]", count: 0...Int.max, areFiles: true)

    /// What comes in.
    enum Input: String, CaseIterable { case auto, html, text, json }
    /// What goes out.
    enum Output: String, CaseIterable { case markdown, text, html }

    static let options = [
        CommandOption(
            name: "from", value: "FORMAT", choices: Input.allCases.map(\.rawValue),
            help:
                "auto (default) tells HTML from plain text; html; text; json: HTML in a string, a case study, a thread, or lists."
        ),
        CommandOption(name: "to", value: "FORMAT", choices: Output.allCases.map(\.rawValue), help: "markdown (default), text or html."),
        CommandOption(
            name: "sanitize", value: "PROFILE", choices: HTMLSanitizerProfile.allCases.map(\.rawValue),
            help: "Keeps only what the profile allows: text, email or article."),
        CommandOption(
            name: "raw-html", value: "WHEN", choices: MarkdownOptions.RawHTMLPolicy.allCases.map(\.rawValue),
            help: "Whether safe HTML may stand in Markdown where that has nothing for it: never (default) or when_needed."),
        CommandOption(name: "wrap", value: "N", help: "Wraps lines at N columns; 0 (default) does not."),
    ]

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let input = arguments.value("from").flatMap(Input.init) ?? .auto
        let output = arguments.value("to").flatMap(Output.init) ?? .markdown
        let sanitizer = arguments.value("sanitize").flatMap(HTMLSanitizerProfile.init).map { HTMLSanitizer(profile: $0) }
        let wrap = try arguments.integer("wrap", in: 0...1000).flatMap { $0 > 0 ? $0 : nil }
        var markdown = MarkdownOptions()
        markdown.wrapWidth = wrap
        markdown.rawHTML = arguments.value("raw-html").flatMap(MarkdownOptions.RawHTMLPolicy.init) ?? markdown.rawHTML
        var text = TextOptions()
        text.wrapWidth = wrap

        if wrap != nil, output == .html { throw UsageError("--wrap goes with markdown and text") }
        if arguments.value("raw-html") != nil, output != .markdown { throw UsageError("--raw-html goes with markdown") }

        var code = ExitCode.done
        var isFirst = true
        for file in arguments.operands.isEmpty ? ["-"] : arguments.operands {
            do {
                for document in try await documents(in: file, input, context.console) {
                    let document = sanitizer?.sanitized(document) ?? document
                    // An empty line keeps the last paragraph of one document apart from the first of the next.
                    if !isFirst { context.console.writeOutput("\n") }
                    switch output {
                    case .markdown: context.console.writeOutput(MarkdownWriter(options: markdown).bytes(of: document))
                    case .text: context.console.writeOutput(TextWriter(options: text).bytes(of: document))
                    case .html: context.console.writeOutput(document.serialized() + "\n")
                    }
                    isFirst = false
                }
            } catch let failure as PipelineFailure {
                context.console.error(failure.message)
                code = failure.kind.rawValue
            }
        }
        return code
    }

    private static func documents(in file: String, _ input: Input, _ console: Console) async throws -> [HTMLDocument] {
        let name = RemoteDocument.name(of: file)
        let (bytes, contentType) = try await RemoteDocument.read(file, limit: HTMLParser.maximumBytes)
        switch input {
        case .auto, .html, .text:
            if let format = NonHTMLFormat.name(of: bytes.span) {
                throw PipelineFailure(.badData, "\(name): expected HTML, found \(format.printable)")
            }
            guard let parsed = HTMLDocument.parse(sniffing: bytes.span, contentType: contentType) else {
                let encoding = HTMLEncoding.sniff(bytes.span)?.rawValue ?? "its encoding"
                throw PipelineFailure(.badData, "\(name): \(encoding) cannot be decoded; UTF-8, UTF-16 and the single-byte encodings can")
            }
            if let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
                (try? JSONValue(parsing: bytes)) != nil
            {
                console.warning("\(name) is JSON, and is not read as such; --from json does that")
            }
            let saysHTML =
                [".html", ".htm", ".xhtml"].contains { file.lowercased().hasSuffix($0) } || contentType?.hasPrefix("text/html") == true
            let format = input == .auto && saysHTML ? .html : ContentFormat(rawValue: input.rawValue) ?? .html
            guard format != .html, let text = parsed.encoding.decode(bytes.span) else { return [parsed.document] }
            let body = String(decoding: text, as: UTF8.self)
            return [format.isHTML(body) ? parsed.document : HTMLDocument(plainText: body)]
        case .json:
            if let format = CompressedFormat(beginning: bytes) { throw PipelineFailure(.badData, "\(name) is \(format.inputFault)") }
            var text = bytes
            do {
                text.removeFirst(try ByteOrderMark.lengthToSkip(in: bytes))
                return try ContentReader.documents(json: text)
            } catch let error as JSONError {
                let position = JSONPosition(offset: error.offset, in: text)
                throw PipelineFailure(.badData, "\(name):\(position.line):\(position.column): \(error.message)")
            } catch let error as RecordError {
                throw PipelineFailure(.badData, "\(name): \(error)")
            }
        }
    }
}

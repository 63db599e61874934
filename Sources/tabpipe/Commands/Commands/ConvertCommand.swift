internal import ArticleReading
internal import HTMLParsing
internal import HTMLWriting
internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import MailParsing
internal import MarkdownParsing
internal import Pipeline
internal import SourcesLocal
internal import Stages

/// `tabpipe convert [FILE…]`
struct ConvertCommand: Command {
    static let name = "convert"
    static let group = CommandGroup.run
    static let summary = "Converts documents, standard input, files or http(s) URLs, to Markdown, plain text or HTML on standard output."
    static let examples = [
        "tabpipe convert page.html", "tabpipe convert https://example.com/ --to text", "tabpipe convert notes.md --to html",
        "tabpipe convert --to html --sanitize email < mail.html", "tabpipe convert --article https://example.com/news/1",
    ]
    private let files: [String]
    private let input: Input
    private let output: Output
    /// Whether only the main content of a page is written.
    private let isArticle: Bool
    private let sanitizer: HTMLSanitizer?
    private let rawHTML: MarkdownOptions.RawHTMLPolicy?
    private let headingIDs: MarkdownOptions.HeadingIDs?
    /// The width of lines in columns; nil if lines are not wrapped.
    private let wrap: Int?
    /// The encoding of the documents; nil for the one that each document declares.
    private let encoding: HTMLEncoding?

    /// The format of the documents.
    private enum Input: String, CaseIterable { case auto, html, text, paragraphs, markdown, json }
    /// The format of the output.
    private enum Output: String, CaseIterable { case markdown, text, html }

    init(arguments: inout ArgumentReader) {
        files = arguments.files(atLeast: 0)
        input = arguments.choice(
            "from", default: .auto,
            help:
                "auto tells HTML, plain text and Markdown apart, also by the name of a file; html; text; paragraphs: HTML in which blank lines "
                + "part paragraphs; markdown, without its front matter; json: HTML in a string, a case study, a thread, or lists.")
        output = arguments.choice("to", default: .markdown, help: "The format of the output.")
        encoding = arguments.optionalText(
            "encoding", value: "LABEL",
            help: "The encoding of HTML, Markdown and plain text, such as gb18030; by default that which they declare."
        ).flatMap { label in
            if let encoding = HTMLEncoding(label: label), encoding.isDecodable { return encoding }
            arguments.complain(
                "--encoding wants a label of an encoding, found \"\(label.printable)\"\(HTMLEncoding.hint(forLabel: label))")
            return nil
        }
        isArticle = arguments.flag("article", help: "Writes the main content of web pages with their titles, and nothing around it.")
        sanitizer = arguments.optionalChoice(
            "sanitize", of: HTMLSanitizerProfile.self, help: "Keeps only what the profile allows."
        ).map { HTMLSanitizer(profile: $0) }
        rawHTML = arguments.optionalChoice(
            "raw-html", help: "Whether safe HTML may stand in Markdown where that has nothing for it: never (default) or when_needed.")
        headingIDs = arguments.optionalChoice(
            "heading-ids", help: "Whether Markdown has the IDs of headings: none (default), attribute ({#m-id}) or html (anchors).")
        let width = arguments.integer("wrap", in: 0...1000, default: 0, help: "Wraps lines at N columns; 0 does not.")
        wrap = width > 0 ? width : nil
        if wrap != nil, output == .html { arguments.complain("--wrap goes with markdown and text") }
        if rawHTML != nil, output != .markdown { arguments.complain("--raw-html goes with markdown") }
        if headingIDs != nil, output != .markdown { arguments.complain("--heading-ids goes with markdown") }
        if encoding != nil, input == .json { arguments.complain("--encoding goes with HTML, Markdown and plain text; JSON is UTF-8") }
    }

    func run(in context: CommandContext) async throws -> Int32 {
        var markdown = MarkdownOptions()
        markdown.wrapWidth = wrap
        markdown.rawHTML = rawHTML ?? markdown.rawHTML
        markdown.headingIDs = headingIDs ?? markdown.headingIDs
        var text = TextOptions()
        text.wrapWidth = wrap

        var code = ExitCode.done
        var isFirst = true
        for file in files.isEmpty ? ["-"] : files {
            do {
                let (documents, base) = try await documents(in: file, context.console)
                for remark in Set(documents.flatMap(\.macroRemarks)).sorted() {
                    context.console.warning("\(Pipeline.Input(file).shown.printable): \(remark)")
                }
                for original in documents {
                    var (document, base) = (original, base)
                    if isArticle, let article = self.article(of: original, in: file, context.console) {
                        (document, base) = (article, RelativeAddresses().base(of: original, in: base))
                    }
                    if !base.isUnknown || document.baseAddress != nil { RelativeAddresses().resolve(in: &document, from: base) }
                    if let sanitizer {
                        // The profile for mail keeps styles, but not all that tell lists.
                        document.resolveOfficeMarkup()
                        document = sanitizer.sanitized(document)
                    }
                    // An empty line keeps the last paragraph of one document apart from the first of the next.
                    if !isFirst { context.console.writeOutput("\n") }
                    switch output {
                    case .markdown: context.console.writeOutput(MarkdownWriter(options: markdown).bytes(of: document))
                    case .text: context.console.writeOutput(TextWriter(options: text).bytes(of: document))
                    case .html:
                        document.declareUTF8()
                        context.console.writeOutput(document.serializedBytes() + [UInt8(ascii: "\n")])
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

    /// The main content of a page, after its title. Warns and returns nil if the page has none.
    private func article(of page: HTMLDocument, in file: String, _ console: Console) -> HTMLDocument? {
        let article = ArticleReader().read(page)
        guard var content = article.content else {
            console.warning("\(Pipeline.Input(file).shown.printable): no main content was found; the whole page is written")
            return nil
        }
        if let title = article.metadata.value(.title) {
            // HTML has an element for the title; Markdown and text need a heading.
            let heading = content.makeElement(output == .html ? .title : .h1)
            content.append(content.makeText(title), to: heading)
            if let first = content.firstChild(of: content.root) { content.insert(heading, before: first) }
        }
        return content
    }

    /// Reads the documents of an input, and the base address of their relative links.
    private func documents(in file: String, _ console: Console) async throws -> ([HTMLDocument], BaseAddress) {
        let source = Pipeline.Input(file)
        let name = source.shown.printable
        let document = try await WholeDocument(source, limit: HTMLParser.maximumBytes, in: RunContext(RunNetwork()))
        let (bytes, contentType) = (document.bytes, document.contentType)
        switch input {
        case .auto, .html, .text, .paragraphs, .markdown:
            let fileName = CompressedFormat.withoutEnding(file).lowercased()
            let isNamedMarkdown = input == .auto && MarkdownDetection.isMarkdown(fileName: fileName, contentType: contentType)
            let isMarkdown = input == .markdown || isNamedMarkdown
            if let format = NonHTMLFormat.name(of: bytes.span) {
                throw PipelineFailure(
                    .badData, "\(name): expected \(isMarkdown ? "Markdown" : input == .text ? "text" : "HTML"), found \(format.printable)")
            }
            // Most Markdown is well-formed UTF-8, which need not be parsed as HTML for its encoding.
            if isMarkdown, encoding == nil, HTMLEncoding.sniff(bytes.span, contentType: contentType) ?? .utf8 == .utf8,
                let text = String(validating: bytes, as: UTF8.self), let markup = ContentFormat.markdown.markup(in: text)
            {
                return ([markup.document(isFragment: false)], document.base)
            }
            guard let parsed = HTMLDocument.parse(sniffing: bytes.span, contentType: contentType, as: encoding) else {
                let declared = HTMLEncoding.sniff(bytes.span, contentType: contentType) ?? .replacement
                throw PipelineFailure(.badData, "\(name): \(InputDecoder.reasonNotToDecode(declared))")
            }
            if let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
                (try? JSONValue(parsing: bytes)) != nil
            {
                console.warning("\(name) is JSON, and is not read as such; --from json does that")
            }
            let saysHTML = [".html", ".htm", ".xhtml"].contains(where: fileName.hasSuffix) || contentType?.hasPrefix("text/html") == true
            // Input with the name or media type of HTML is no plain text. But a part of a page can have blank lines between its paragraphs.
            let isNamedHTML = input == .auto && saysHTML
            let isPage = input == .html || isNamedHTML && Self.isWholePage(parsed.document)
            // Most pages are well-formed UTF-8, of which decoding would make a copy.
            if parsed.isWellFormed, isPage || isNamedHTML && !ContentFormat.mayHaveParagraphs(bytes.span) {
                return ([parsed.document], document.base)
            }
            guard let body = decoded(bytes, parsed, contentType, name, console), !isPage else { return ([parsed.document], document.base) }
            let format = isNamedMarkdown ? .markdown : ContentFormat(rawValue: input.rawValue) ?? .html
            let markup = format.markup(in: body)
            if isNamedHTML, markup?.hasParagraphs != true { return ([parsed.document], document.base) }
            guard let markup else { return ([HTMLDocument(plainText: body)], document.base) }
            if format == .auto, markup.isMarkdown {
                console.warning("\(name): read as Markdown, because of its marks; --from text differs")
            }
            let isWhole = markup.isVerbatim && markup.repaired(parsed.document) == nil
            return ([isWhole ? parsed.document : markup.document(isFragment: false)], document.base)
        case .json:
            if let format = CompressedFormat(beginning: bytes), !format.isSupported {
                throw PipelineFailure(.badData, "\(name) is \(format.inputFault)")
            }
            var text = bytes
            do {
                text.removeFirst(try ByteOrderMark.lengthToSkip(in: bytes))
                return (try ContentReader.documents(json: text) { console.warning("\(name): \($0)") }, document.base)
            } catch let error as JSONError {
                let position = JSONPosition(offset: error.offset, in: text)
                throw PipelineFailure(.badData, "\(name):\(position.line):\(position.column): \(error.message)")
            } catch let error as RecordError {
                throw PipelineFailure(.badData, "\(name): \(error)")
            }
        }
    }

    /// Decodes a page; nil if the system lacks its encoding. Warns of bytes that cannot be decoded, and of a likely other encoding.
    private func decoded(
        _ bytes: [UInt8], _ parsed: HTMLDocument.Parsed, _ contentType: String?, _ name: String, _ console: Console
    ) -> String? {
        if parsed.isWellFormed { return String(decoding: bytes, as: UTF8.self) }
        guard let (text, faults) = parsed.encoding.decodeCounting(bytes.span) else { return nil }
        if let remark = InputDecoder.remark(on: faults, parsed.encoding) { console.warning("\(name): \(remark)") }
        if encoding == nil, parsed.encoding == .windows1252,
            let guess = LegacyEncoding.remark(onPage: bytes, parsed.document, contentType: contentType, advice: .argument)
        {
            console.warning("\(name): \(guess)")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a document is a page of its own, not a part of one.
    private static func isWholePage(_ document: HTMLDocument) -> Bool {
        document.children(of: document.root).contains { document.kind(of: $0) == .documentType }
    }
}

extension HTMLDocument {
    /// Replaces declarations of another encoding, because the program writes documents in UTF-8.
    ///
    /// - SeeAlso: [HTML 4.2.5.4, Specifying the document's character encoding](https://html.spec.whatwg.org/multipage/semantics.html#charset)
    mutating func declareUTF8() {
        guard let declared = declaredEncoding, declared != .utf8 else { return }
        for node in Array(descendants(of: root)) where isHTML(node, .meta) {
            if attribute("charset", of: node) != nil {
                setAttribute("charset", to: "utf-8", of: node)
            } else if attribute("http-equiv", of: node)?.lowercased() == "content-type" {
                setAttribute("content", to: "text/html; charset=utf-8", of: node)
            }
        }
    }
}

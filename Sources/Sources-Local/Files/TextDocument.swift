internal import JSONParsing
internal import MarkdownParsing
internal import Pipeline

/// The content of a text file or of a document at a URL, as the source `files` makes a record of it.
struct TextDocument {
    /// The kind of document that the content is read as.
    enum Kind {
        /// A page, Markdown or other text, by its `Content-Type` or the extension of its name.
        case byName
        /// A web page, whose record also has the metadata of the page.
        case page
    }

    let kind: Kind
    let path: String
    /// The path after the part of the pattern without wildcards.
    let relativePath: String
    /// The last part of the path.
    let name: String
    /// The name in messages and origins, with secret parts masked.
    let shown: String
    /// The decompressed content.
    let bytes: [UInt8]
    /// How the text is decoded.
    let decoding: TextDecoding
    /// The value of the header `Content-Type`; nil for a file.
    var contentType: String?
    /// The URL of the response, from which relative addresses start; none for a file.
    var base = BaseAddress()

    /// Returns the record.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` if the content is not text.
    func record() throws -> Record {
        if let format = CompressedFormat(beginning: bytes), !format.isSupported {
            throw PipelineFailure(.badData, "\(shown.printable) is \(format.inputFault)")
        }
        let contentName = CompressedFormat.withoutEnding(name)
        if isPage, let format = NonHTMLFormat.name(of: bytes.span) ?? unexpectedType {
            throw PipelineFailure(.badData, "\(shown.printable): expected HTML, found \(format.printable)")
        }
        let content = isPage ? try page() : isMarkdown ? try markdown() : try plain()
        var fields: JSONObject = [
            "path": .string(path), "relative_path": .string(relativePath), "name": .string(name),
            "stem": .string(Self.stem(of: contentName)),
            "title": content.title.map { .string($0) } ?? .null, "bytes": .number(JSONNumber(bytes.count)),
        ]
        fields[kind == .page ? "html" : "text"] = .string(content.text)
        if let facts = content.facts {
            for (name, value) in facts.members { fields[name] = value }
        } else if isMarkdown {
            fields["front_matter"] = content.frontMatter.map { .object($0) } ?? .null
        }
        var record = Record(.object(fields), origin: Origin(source: shown, base: base))
        if let remark = content.remark { record.warnings.append(remark) }
        return record
    }

    /// The text of a document, with its title and fields.
    private struct Content {
        var text: String
        /// The title of a page or of Markdown.
        var title: String?
        /// The fields at the start of Markdown.
        var frontMatter: JSONObject?
        /// The metadata of a page; nil where the record has none.
        var facts: WebPageMetadata?
        /// The warning about replaced bytes; nil if there is none.
        let remark: String?
    }

    /// Decodes a page in the encoding that the option, the response or the page itself names.
    private func page() throws -> Content {
        let page = HTMLDocument.parse(sniffing: bytes.span, contentType: contentType, as: decoding.encoding)
        guard let page, let (text, faults) = page.encoding.decodeCounting(bytes.span) else {
            let declared = HTMLEncoding.sniff(bytes.span, contentType: contentType) ?? .replacement
            throw PipelineFailure(.badData, "\(shown.printable): \(InputDecoder.reasonNotToDecode(declared))")
        }
        let remark = InputDecoder.remark(on: faults, page.encoding)
        if decoding.onBadBytes == .fail, let remark = InputDecoder.remark(on: faults, page.encoding, isReplaced: false) {
            throw PipelineFailure(.badData, "\(shown.printable): \(remark)")
        }
        let guess =
            decoding.encoding == nil && page.encoding == .windows1252
            ? LegacyEncoding.remark(onPage: bytes, page.document, contentType: contentType, advice: .option) : nil
        return Content(
            text: String(decoding: text, as: UTF8.self), title: page.document.pageTitle,
            facts: kind == .page
                ? WebPageMetadata(of: page.document, from: base, address: base == BaseAddress() || base.isSecret ? nil : path) : nil,
            remark: remark ?? guess)
    }

    /// Decodes other text.
    private func plain() throws -> Content {
        // Bad bytes could be replaced, but nothing of an image would be left.
        if decoding.encoding == nil, let format = NonHTMLFormat.nameIfBinary(bytes.span), !isValidText(bytes) {
            throw PipelineFailure(.badData, "\(shown.printable): expected text, found \(format)")
        }
        let (decoded, remark) = try decoding.whole(bytes, .text, contentType: contentType, shown: shown)
        guard let mark = ByteOrderMark.lengthToSkip(inText: decoded) else {
            throw PipelineFailure(
                .badData, "\(shown.printable) is in UTF-32, which is not decoded; iconv -f utf-32 -t utf-8 converts it")
        }
        guard let text = String(validating: decoded.dropFirst(mark), as: UTF8.self) else {
            let hint = LegacyEncoding.hint(for: decoded, advice: .option)
            throw PipelineFailure(.badData, "\(shown.printable) is not UTF-8\(Self.placeOfFault(decoded))\(hint)")
        }
        return Content(text: text, remark: remark)
    }

    private func isValidText(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Decodes Markdown and separates it from its front matter. The title is that of the front matter, or the first heading of level 1.
    private func markdown() throws -> Content {
        var content = try plain()
        do throws(FrontMatterError) {
            if case .found(let frontMatter) = try MarkdownFrontMatter.read(content.text.utf8.span) {
                content.text = String(decoding: content.text.utf8.dropFirst(frontMatter.bodyOffset), as: UTF8.self)
                content.frontMatter = frontMatter.fields
            }
        } catch {
            throw PipelineFailure(.badData, "\(shown.printable):\(error.line):\(error.column): \(error.message)")
        }
        content.title = content.frontMatter?["title"].flatMap(Self.text) ?? Self.heading(of: HTMLDocument(parsingMarkdown: content.text))
        return content
    }

    /// The text of a field, also of one that YAML takes for a number or a truth value: `title: 2024`.
    private static func text(_ value: JSONValue) -> String? {
        switch value.kind {
        case .string: value.string
        case .number, .boolean: value.compactText
        default: nil
        }
    }

    private static func heading(of document: HTMLDocument) -> String? {
        document.descendants(of: document.root).first { document.isHTML($0, .h1) }.map { document.textContent(of: $0) }
    }

    /// Whether the content is Markdown: by the `Content-Type` of a response, or by the name of a file.
    private var isMarkdown: Bool {
        MarkdownDetection.isMarkdown(fileName: CompressedFormat.withoutEnding(name), contentType: contentType)
    }

    /// Whether the content is HTML: by the `Content-Type` of a response, or by the name of a file.
    private var isPage: Bool {
        if kind == .page { return true }
        if let contentType { return ["text/html", "application/xhtml"].contains(where: contentType.lowercased().hasPrefix) }
        let name = CompressedFormat.withoutEnding(name).lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }

    /// The `Content-Type` of a response that is no page, where a page was expected.
    private var unexpectedType: String? {
        guard kind == .page, let type = contentType?.split(separator: ";").first?.lowercased().trimmingSpaces, !type.isEmpty else {
            return nil
        }
        return ["text/html", "application/xhtml+xml", "text/plain", "application/octet-stream"].contains(type) ? nil : type
    }

    /// The name of a file without its extension. A leading dot marks a hidden file and begins no extension.
    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The position of the first byte that is not UTF-8, as the end of a message.
    private static func placeOfFault(_ bytes: [UInt8]) -> String {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return ""
        } catch {
            return " at byte \(error.byteOffsets.lowerBound)"
        }
    }
}

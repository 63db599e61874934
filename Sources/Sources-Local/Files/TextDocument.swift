internal import JSONParsing
internal import Pipeline

/// The content of a text file or of a document at a URL, as the source `files` makes a record of it.
struct TextDocument {
    let path: String
    /// The path behind the fixed part of the pattern.
    let relativePath: String
    /// The last part of the path.
    let name: String
    /// The name in messages and origins, with secret parts masked.
    let shown: String
    /// The decompressed content.
    let bytes: [UInt8]
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
        if isPage, let format = NonHTMLFormat.name(of: bytes.span) {
            throw PipelineFailure(.badData, "\(shown.printable): expected HTML, found \(format.printable)")
        }
        // Decode pages in the encoding that they declare.
        let page = isPage ? HTMLDocument.parse(sniffing: bytes.span, contentType: contentType) : nil
        let text = isPage ? page?.encoding.decode(bytes.span).map { String(decoding: $0, as: UTF8.self) } : Self.plain(bytes)
        guard let text else {
            throw PipelineFailure(.badData, "\(shown.printable) is not UTF-8\(Self.placeOfFault(bytes))\(LegacyEncoding.hint(for: bytes))")
        }
        return Record(
            [
                "path": .string(path), "relative_path": .string(relativePath), "name": .string(name),
                "stem": .string(Self.stem(of: contentName)),
                "title": page?.document.pageTitle.map { .string($0) } ?? .null, "bytes": .number(JSONNumber(bytes.count)),
                "text": .string(text),
            ],
            origin: Origin(source: shown, base: base))
    }

    /// Whether the content is HTML: by the `Content-Type` of a response, or by the name of a file.
    private var isPage: Bool {
        if let contentType { return ["text/html", "application/xhtml"].contains(where: contentType.lowercased().hasPrefix) }
        let name = CompressedFormat.withoutEnding(name).lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }

    /// The name of a file without its extension. A leading dot marks a hidden file and begins no extension.
    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func plain(_ bytes: [UInt8]) -> String? {
        String(validating: bytes.dropFirst(ByteOrderMark.lengthToSkip(inText: bytes) ?? 0), as: UTF8.self)
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

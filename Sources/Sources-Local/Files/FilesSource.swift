internal import JSONParsing
package import Pipeline
internal import WebAddresses

/// The source `files`: reads text files and documents at URLs, one record each.
package struct FilesSource: Source, DocumentSource {
    package static let name = "files"
    package static let summary =
        "Reads text files that patterns or URLs name: each a record with path, relative_path, name, stem, title, bytes and text."
    package static let example = #"{ "type": "files", "match": "pages/**/*.html" }"#

    /// The value of the header `Accept`.
    private static let accepts = "text/html, text/*;q=0.9, */*;q=0.5"

    package let documents: InputDocuments
    /// The kind of document that each input is read as.
    private let kind: TextDocument.Kind
    private let maxBytes: Int
    private let onBadFile: OnBadFile
    private let decoding: TextDecoding

    package init(options: inout OptionReader) {
        self.init(
            options: &options, kind: .byName,
            help: "Files are read as "
                + "UTF-8 or UTF-16; .html and .htm files in the encoding that they declare. relative_path begins behind the part of the pattern "
                + "without such marks; stem is the name without its extension; title is that of a page, or null. "
                + "Of Markdown (.md, .markdown, .mdx), front_matter has the fields in YAML, TOML or JSON at its start, or null; text is the rest, and "
                + "title that of the fields or the first heading of level 1. "
                + "Files compressed with gzip or zstd are read, too: stem is without .gz, and bytes counts the content.")
    }

    /// - Parameters:
    ///   - kind: The kind of document that each input is read as.
    ///   - help: The end of the help text of `match`.
    init(options: inout OptionReader, kind: TextDocument.Kind, help: String) {
        self.kind = kind
        let inputs = options.read(
            "match", .list(of: .input, isEmptyAllowed: false),
            help: "A path or an http(s) URL, or a list of them. A path may have * and ? for parts of a name, "
                + "[abc] for one of some characters and ** for any folders; its files have the order of their paths. \(help)")
        maxBytes = options.read(
            "max_bytes", .integer(1...Int(Int32.max)), default: 64 << 20, help: "How long the content of a file may be, in bytes.")
        onBadFile = OnBadFile(&options, meaning: "cannot be read as text, or is too long")
        decoding = TextDecoding(
            &options,
            badBytes: "a text is a bad file, and in a page U+FFFD stands for them, with a warning; with fail, a page is a bad file")
        documents = InputDocuments(inputs, options: &options, option: "match")
        if inputs.contains(.standardInput) { options.report("expected paths and URLs, found standard input", option: "match") }
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        let context = output.context
        for input in documents.inputs {
            switch input {
            case .standardInput: break
            case .file(let pattern): try await readFiles(matching: pattern, into: &output)
            case .web(let url): try await send(url.shown, url.shown, into: &output) { try await document(at: url, in: context) }
            }
        }
    }

    private func readFiles(matching pattern: MaskedText, into output: inout RecordWriter) async throws {
        let filePattern = FilePattern(pattern.value)
        let matches = try filePattern.matches()
        guard !matches.isEmpty else {
            let isFolder = FilePath.kind(of: pattern.value) == .folder
            let hint = isFolder ? "; it is a folder, and \(pattern.shown.printable)/**/* names its files" : ""
            throw PipelineFailure(inputMissing: pattern.shown, "no file matches \(pattern.shown.printable)\(hint)")
        }
        let context = output.context
        try output.willRead(matches.map(\.path), matching: pattern.shown)
        for match in matches {
            let file = pattern.with(match.path)
            try await send(match.path, file.shown, into: &output) {
                try match.check(shownAs: file.shown, matching: pattern.shown)
                return try await document(
                    in: file, relativePath: filePattern.relativePath(of: match.path), context)
            }
        }
    }

    /// Sends the record of a document, or rejects the document.
    ///
    /// - Parameter read: Returns the document; nil if there is none.
    private func send(
        _ path: String, _ shown: String, into output: inout RecordWriter, _ read: () async throws -> TextDocument?
    ) async throws {
        try await onBadFile.send(path, shown, into: &output) { _ in try await read()?.record() }
    }

    private func document(in file: MaskedText, relativePath: String, _ context: RunContext) async throws -> TextDocument {
        let content = try await read(.file(file), in: context)
        let name = file.value.split(separator: "/").last.map(String.init) ?? file.value
        return TextDocument(
            kind: kind, path: file.value, relativePath: relativePath, name: name, shown: file.shown, bytes: content.bytes,
            decoding: decoding)
    }

    private func read(_ input: Input, in context: RunContext) async throws -> WholeDocument {
        try await WholeDocument(input, URLRequestPreferences(accepts: Self.accepts), limit: maxBytes, with: documents.opener, in: context)
    }

    /// Fetches a document; nil if the server has none, which is no error.
    private func document(at url: MaskedText, in context: RunContext) async throws -> TextDocument? {
        let content = try await read(.web(url), in: context)
        if content.hasNoContent { return nil }
        // A secret URL has no path to show.
        let path = url.isSecret ? "" : WebAddress(url.value)?.path ?? ""
        let parts = path.split(separator: "/").map { PercentEncoding.decoded(String($0)) }
        return TextDocument(
            kind: kind, path: url.shown, relativePath: parts.joined(separator: "/"), name: parts.last ?? "", shown: url.shown,
            bytes: content.bytes,
            decoding: decoding, contentType: content.contentType, base: content.base)
    }
}

internal import JSONParsing
package import Pipeline

/// The source `files`: reads local text files, one record per file.
package struct FilesSource: Source {
    package static let name = "files"
    package static let summary =
        "Reads local text files that a pattern names: each file a record with path, relative_path, name, stem, title, bytes and text."
    package static let example: String? = #"{ "type": "files", "match": "pages/**/*.html" }"#

    private let pattern: MaskedText
    private let maxBytes: Int
    private let onBadFile: OnBadFile

    enum OnBadFile: String, CaseIterable {
        case fail
        case reject
    }

    package init(options: inout OptionReader) {
        pattern = options.path(
            "match",
            help: "A path with * and ? for parts of a name, [abc] for one of some characters and ** for any folders. The order is that "
                + "of the paths. Files are read as UTF-8; .html and .htm files in the encoding that they declare. relative_path begins behind "
                + "the part of the pattern without such marks; stem is the name without its extension; title is that of a page, or null.")
        maxBytes = options.integer("max_bytes", in: 1...Int(Int32.max), default: 64 << 20, help: "How long a file may be, in bytes.")
        onBadFile = options.choice(
            "on_bad_file", default: OnBadFile.fail,
            help: "What happens to a file that cannot be read as text, or is too long: it ends the run, or goes to the rejects file.")
    }

    package func run(into output: inout RecordWriter) async throws {
        let filePattern = FilePattern(pattern.value)
        let paths = filePattern.matches()
        guard !paths.isEmpty else { throw PipelineFailure(.inputMissing, "no file matches \(pattern.shown.printable)") }
        output.willRead(paths)
        for path in paths {
            let record: Record
            do {
                record = try await self.record(of: path, relativePath: filePattern.relativePath(of: path))
            } catch let failure as PipelineFailure where onBadFile == .reject {
                try await output.refuse(
                    RefusedInput(["path": .string(path)], because: failure.message, origin: Origin(source: shown(path))))
                continue
            }
            try await output.send(record)
        }
    }

    private func record(of path: String, relativePath: String) async throws -> Record {
        let limit = maxBytes
        let shown = self.shown(path)
        let input = Input.file(pattern.with(path))
        let bytes = try await BlockingCall.run { try InputFile.readAll(input, limit: limit) }
        if let format = CompressedFormat(beginning: bytes) { throw PipelineFailure(.badData, "\(shown.printable) is \(format.inputFault)") }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let lowerName = name.lowercased()
        let isPage = lowerName.hasSuffix(".html") || lowerName.hasSuffix(".htm")
        if isPage, let format = NonHTMLFormat.name(of: bytes.span) {
            throw PipelineFailure(.badData, "\(shown.printable): expected HTML, found \(format.printable)")
        }
        // Decode pages in the encoding that they declare.
        let page = isPage ? HTMLDocument.parse(sniffing: bytes.span) : nil
        let text = isPage ? page?.encoding.decode(bytes.span).map { String(decoding: $0, as: UTF8.self) } : Self.plain(bytes)
        guard let text else {
            throw PipelineFailure(.badData, "\(shown.printable) is not UTF-8\(Self.placeOfFault(bytes))\(LegacyEncoding.hint(for: bytes))")
        }
        return Record(
            [
                "path": .string(path), "relative_path": .string(relativePath), "name": .string(name), "stem": .string(Self.stem(of: name)),
                "title": page?.document.pageTitle.map { .string($0) } ?? .null, "bytes": .number(JSONNumber(bytes.count)),
                "text": .string(text),
            ],
            origin: Origin(source: shown))
    }

    /// The name of a file in messages and origins, with secret parts masked.
    private func shown(_ path: String) -> String { pattern.with(path).shown }

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

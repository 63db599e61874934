internal import JSONParsing
package import Pipeline

/// Local files, one record a file.
package struct FilesSource: Source {
    package static let name = "files"
    package static let summary = "Reads local text files that a pattern names: each file a record with path, name, bytes and text."
    package static let example: String? = #"{ "type": "files", "match": "pages/**/*.html" }"#

    private let pattern: String
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
                + "of the paths. Files are read as UTF-8; .html and .htm files in the encoding that they declare.")
        maxBytes = options.integer("max_bytes", in: 1...Int(Int32.max), default: 64 << 20, help: "How long a file may be, in bytes.")
        onBadFile = options.choice(
            "on_bad_file", default: OnBadFile.fail,
            help: "What happens to a file that cannot be read as text, or is too long: it ends the run, or goes to the rejects file.")
    }

    package func run(into output: inout RecordWriter) async throws {
        let paths = FilePattern(pattern).matches()
        guard !paths.isEmpty else { throw PipelineFailure(.inputMissing, "no file matches \(pattern.printable)") }
        output.willRead(paths)
        for path in paths {
            let record: Record
            do {
                record = try await self.record(of: path)
            } catch let failure as PipelineFailure where onBadFile == .reject {
                try await output.refuse(RefusedInput(["path": .string(path)], because: failure.message, origin: Origin(source: path)))
                continue
            }
            try await output.send(record)
        }
    }

    private func record(of path: String) async throws -> Record {
        let limit = maxBytes
        let bytes = try await BlockingCall.run { try InputFile.readAll(path, limit: limit) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let lowerName = name.lowercased()
        let text = lowerName.hasSuffix(".html") || lowerName.hasSuffix(".htm") ? Self.html(bytes) : Self.plain(bytes)
        guard let text else { throw PipelineFailure(.badData, "\(path.printable) is not UTF-8\(Self.placeOfFault(bytes))") }
        return Record(
            ["path": .string(path), "name": .string(name), "bytes": .number(JSONNumber(bytes.count)), "text": .string(text)],
            origin: Origin(source: path))
    }

    private static func plain(_ bytes: [UInt8]) -> String? {
        String(validating: bytes.dropFirst(ByteOrderMark.lengthToSkip(inText: bytes) ?? 0), as: UTF8.self)
    }

    /// Where a text is not UTF-8, for a message.
    private static func placeOfFault(_ bytes: [UInt8]) -> String {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return ""
        } catch {
            return " at byte \(error.byteOffsets.lowerBound)"
        }
    }

    /// A web page in the encoding that it says; where it says nothing, UTF-8 if it is that, otherwise windows-1252, as browsers
    /// take it.
    private static func html(_ bytes: [UInt8]) -> String? {
        // What the first 1,024 bytes do not declare may be declared further down, where only a parser knows a `meta` element from a comment
        // or a script that speaks of one. So only pages that say nothing at their beginning are parsed.
        let encoding = HTMLEncoding.sniff(bytes.span) ?? HTMLDocument.parse(sniffing: bytes.span)?.encoding
        return encoding?.decode(bytes.span).map { String(decoding: $0, as: UTF8.self) }
    }
}

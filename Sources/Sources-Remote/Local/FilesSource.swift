internal import JSONParsing
package import Pipeline

/// Local files, one record a file.
package struct FilesSource: Source {
    package static let name = "files"
    package static let summary = "Reads local text files that a pattern names: each file a record with path, name, bytes and text."
    package static let example: String? = #"{ "type": "files", "match": "pages/**/*.html" }"#

    private let pattern: String
    private let maxBytes: Int

    package init(options: inout OptionReader) {
        pattern = options.path(
            "match", help: "A path with * and ? for parts of a name and ** for any folders. The order is that of the paths.")
        maxBytes = options.integer("max_bytes", in: 1...Int(Int32.max), default: 64 << 20, help: "How long a file may be, in bytes.")
    }

    package func run(into output: inout RecordWriter) async throws {
        let paths = FilePattern(pattern).matches()
        guard !paths.isEmpty else { throw PipelineFailure(.inputMissing, "no file matches \(pattern.printable)") }
        for (index, path) in paths.enumerated() {
            let limit = maxBytes
            let bytes = try await BlockingCall.run { try InputFile.readAll(path, limit: limit) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw PipelineFailure(.badData, "\(path.printable) is not UTF-8")
            }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            try await output.send(
                Record(
                    ["path": .string(path), "name": .string(name), "bytes": .number(JSONNumber(bytes.count)), "text": .string(text)],
                    origin: Origin(source: path, item: index + 1)))
        }
    }
}

import Pipeline
import SourcesLocal

/// Sends the words of each line as a record.
struct Words: Source {
    static let name = "words"
    static let summary = "Reads lists of words, one list a line."
    static let example = ""
    private let from: Input

    init(options: inout OptionReader) {
        from = options.read("from", .input, help: "A file, '-' for standard input, or an http(s) URL.")
    }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {
        var input = try await InputReader(from, in: output.context, showsProgress: true)
        let text = String(decoding: try await input.readAll(limit: 1 << 20), as: UTF8.self)
        for (index, line) in text.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ").map { JSONValue.string(String($0)) }
            try await output.send(Record(["words": .array(words)], origin: Origin(source: from.shown, line: index + 1)))
        }
    }
}

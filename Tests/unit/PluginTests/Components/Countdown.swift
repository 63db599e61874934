import Pipeline

/// A source without input.
struct Countdown: Source {
    static let name = "countdown"
    static let summary = "Counts down to one."
    static let example = ""
    private let from: Int

    init(options: inout OptionReader) {
        from = options.read("from", .integer(1...1000), default: 3, help: "The first number.")
    }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {
        for number in stride(from: from, through: 1, by: -1) {
            try await output.send(Record(["text": .string("\(number) to go")]))
        }
    }
}

import Pipeline
import SourcesLocal

/// Puts the content of a file into a field.
struct LookUp: AsyncStage {
    static let name = "look_up"
    static let summary = "Puts the content of a file into a field."
    static let example = ""
    let concurrency = 16
    private let folder: MaskedText
    private var context = RunContext()

    init(options: inout OptionReader) {
        folder = options.read("folder", .path, help: "The folder with the files.")
    }

    var hooks: Hooks { .none }

    func copyForRun(in context: RunContext) -> LookUp {
        var stage = self
        stage.context = context
        return stage
    }

    func process(_ record: inout Record) async throws -> Verdict {
        let name = try record.string("name")
        guard !name.contains("/") else { throw RecordError("expected the name of a file", at: ".name") }
        let file = Input.file(folder.with("\(folder.value)/\(name)"))
        var input = try await InputReader(file, in: context)
        try record.set("content", to: .string(String(decoding: try await input.readAll(limit: 1 << 20), as: UTF8.self)))
        return .keep
    }
}

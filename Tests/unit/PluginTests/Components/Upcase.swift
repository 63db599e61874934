import Pipeline

/// Writes a text field in capital letters.
struct Upcase: Stage {
    /// Only one worker uses a cache, so it has no lock.
    private final class Cache: @unchecked Sendable {
        var words: [String: String] = [:]
    }

    static let name = "upcase"
    static let summary = "Writes a text field in capital letters."
    static let example = ""
    private let field: FieldPath
    private var cache: Cache?

    init(options: inout OptionReader) {
        field = options.read("field", .field, default: FieldPath(name: "text"), help: "The field.")
    }

    func copyForWorker() -> Upcase {
        var copy = self
        copy.cache = Cache()
        return copy
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        let text = try record.string(field)
        let upper = cache?.words[text] ?? text.uppercased()
        cache?.words[text] = upper
        try record.set(field, to: .string(upper))
        return .keep
    }
}

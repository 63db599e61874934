internal import HTTP
internal import Pipeline

/// Checks the inputs of a source for the command `check`.
struct InputCheck {
    private let inputs: [Input]
    private let settings: ClientSettings

    init(_ inputs: [Input], _ settings: ClientSettings) {
        self.inputs = inputs
        self.settings = settings
    }

    /// Opens each file, and asks each server once.
    ///
    /// - Returns: What was found, in words; nil if standard input is the only input.
    /// - Throws: The failure of the first input that has one.
    func found() async throws -> String? {
        var found: [String] = []
        for input in inputs {
            switch input {
            case .standardInput: break
            case .file: found.append(try await Self.files(input))
            case .web(let url): found.append(try await WebDocument(url, settings: settings.forCheck).check())
            }
        }
        return found.isEmpty ? nil : found.joined(separator: "; ")
    }

    /// Opens a file, or each file that a pattern matches.
    private static func files(_ input: Input) async throws -> String {
        let files = try InputList([input]).expanded()
        var bytes: Int? = 0
        for file in files {
            let size = try await InputFile.open(file).size
            bytes = bytes.flatMap { total in size.map { total + $0 } }
        }
        // A pattern may match thousands of files, which one line cannot name.
        let count = files == [input] ? nil : files.count.counted("file")
        let facts = [count, bytes.map { $0.counted("byte") }].compactMap { $0 }
        return input.shown.printable + (facts.isEmpty ? "" : ": \(facts.joined(separator: ", "))")
    }
}

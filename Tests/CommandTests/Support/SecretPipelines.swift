import TestSupport
import Testing

/// A pipeline file for each option of each component, with a secret from the environment as its value.
///
/// A class, because the tasks of a test share the folder that it owns.
final class SecretPipelines: Sendable {
    let folder: ScratchFolder
    /// The names of the files that are valid with this secret.
    let valid: [String]
    private let secret: String

    /// Writes the files, and has the program validate them.
    init(_ secret: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"id":"1","a":1,"html":5,"body":7,"title":[]}"# + "\n{\"id\":2}\n[1]\n", to: "in.jsonl")
        let examples = try await OptionWithSecret.all(secret: ["$env": "SECRET"])
        #expect(examples.count > 80)
        var files: [String] = []
        for (number, example) in examples.enumerated() {
            let name = "\(example.kind)-\(example.type)-\(example.option)-\(number).json"
            try folder.write(try example.pipeline(number), to: name)
            files.append(name)
        }
        let lines = Set(try await Self.run(["validate"] + files, in: folder, secret).split(separator: "\n"))
        _ = try await Self.run(["validate", "--log-format", "json"] + files, in: folder, secret)
        valid = files.filter { lines.contains("\($0): ok") }
        self.folder = folder
        self.secret = secret
    }

    /// Runs the program, and expects that it shows no secret.
    ///
    /// - Returns: Its messages.
    func checkedMessages(_ arguments: [String]) async throws -> String {
        try await Self.run(arguments, in: folder, secret)
    }

    private static func run(_ arguments: [String], in folder: borrowing ScratchFolder, _ secret: String) async throws -> String {
        let outcome = try await Program.run(arguments, in: folder.url, environment: ["SECRET": secret])
        #expect(outcome.code < 128, "\(arguments.prefix(2)): \(outcome.messages.suffix(500))")
        if arguments[0] == "run" { #expect(![2, 78].contains(outcome.code), "\(outcome.messages.prefix(500))") }
        let text = outcome.messages + (["run", "pipe"].contains(arguments[0]) ? "" : outcome.output)
        let line = text.split(separator: "\n").first { $0.contains(SecretOptionTests.word) }
        #expect(line == nil, "\(arguments.prefix(3)): \(line ?? "")")
        return outcome.messages
    }
}

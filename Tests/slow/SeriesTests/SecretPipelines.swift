import Foundation
import ProgramSupport
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

    /// The files, which are the same for every secret. Made once, because that takes seconds, in which other tests would wait.
    private static let files = Task { try await files(with: ["$env": "SECRET"]) }
    /// The same with templates in place of whole values.
    private static let templates = Task { try await files(with: "{{$secret}}") }

    private static func files(with secret: Any) async throws -> [(name: String, text: String)] {
        let examples = try await OptionWithSecret.all(secret: secret)
        #expect(examples.count > 80)
        return try examples.enumerated().map { number, example in
            ("\(example.kind)-\(example.type)-\(example.option)-\(number).json", try example.pipeline(number))
        }
    }

    /// Writes the files, and has the program validate them.
    ///
    /// - Parameter isInTemplate: Whether the secret is put into texts, and does not stand for whole values.
    init(_ secret: String, isInTemplate: Bool = false) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"id":"1","a":1,"html":5,"body":7,"title":[]}"# + "\n{\"id\":2}\n[1]\n", to: "in.jsonl")
        let made = try await (isInTemplate ? Self.templates : Self.files).value
        for file in made { try folder.write(file.text, to: file.name) }
        let files = made.map(\.name)
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
        if let line = lines(of: text, with: SecretOptionTests.word).first { Issue.record("\(arguments.prefix(3)): \(line)") }
        return outcome.messages
    }

    /// The lines with a word. A search for bytes: one for characters takes most of the time of the suite.
    static func lines(of text: String, with word: String) -> [String] {
        let bytes = Data(text.utf8)
        var lines: [String] = []
        var start = bytes.startIndex
        while let found = bytes.range(of: Data(word.utf8), in: start..<bytes.endIndex) {
            let first = bytes[..<found.lowerBound].lastIndex(of: 10).map { $0 + 1 } ?? bytes.startIndex
            let end = bytes[found.upperBound...].firstIndex(of: 10) ?? bytes.endIndex
            lines.append(String(decoding: bytes[first..<end], as: UTF8.self))
            start = end
        }
        return lines
    }
}

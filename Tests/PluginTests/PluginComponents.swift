import Foundation
import Pipeline
import SourcesRemote

// Components as a plug-in's author writes them, one of each kind. The target has no package access, so the compiler ensures that they use
// the public API alone.

/// A source that reads a file, standard input or a URL: each line of words becomes a record.
struct Words: Source {
    static let name = "words"
    static let summary = "Reads lists of words, one list a line."
    private let from: Input

    init(options: inout OptionReader) {
        from = options.input("from", help: "A file, '-' for standard input, or an http(s) URL.")
    }

    func run(into output: inout RecordWriter) async throws {
        var input = try await InputReader(from)
        let text = String(decoding: try await input.readAll(limit: 1 << 20), as: UTF8.self)
        for (number, line) in text.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ").map { JSONValue.string(String($0)) }
            try await output.send(Record(["words": .array(words)], origin: Origin(source: from.shown, line: number + 1)))
        }
    }
}

/// A source without input.
struct Countdown: Source {
    static let name = "countdown"
    static let summary = "Counts down to one."
    private let from: Int

    init(options: inout OptionReader) {
        from = options.integer("from", in: 1...1000, default: 3, help: "The first number.")
    }

    func run(into output: inout RecordWriter) async throws {
        for number in stride(from: from, through: 1, by: -1) {
            try await output.send(Record(["text": .string("\(number) to go")]))
        }
    }
}

/// The smallest useful stage: the example of docs/plug-ins.md.
struct Shorten: Stage {
    static let name = "shorten"
    static let summary = "Cuts a text field."
    private let field: String
    private let length: Int

    init(options: inout OptionReader) {
        field = options.string("field", help: "The field to cut.")
        length = options.integer("length", in: 1...100, help: "Characters that stay.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        try record.set(field, to: .string(String(record.string(field).prefix(length))))
        return .keep
    }
}

/// A stage with state for each worker: a cache of converted words.
struct Upcase: Stage {
    private final class Cache {
        var words: [String: String] = [:]
    }

    static let name = "upcase"
    static let summary = "Writes a text field in capital letters."
    private let field: FieldPath
    // Only one worker uses a copy, because `copyForWorker` makes one for each.
    nonisolated(unsafe) private var cache: Cache?

    init(options: inout OptionReader) {
        field = options.field("field", default: "text", help: "The field.")
    }

    func copyForWorker() -> Upcase {
        var copy = self
        unsafe copy.cache = Cache()
        return copy
    }

    func process(_ record: inout Record) throws -> Verdict {
        let text = try record.string(field)
        let upper = unsafe cache?.words[text] ?? text.uppercased()
        unsafe cache?.words[text] = upper
        try record.set(field, to: .string(upper))
        return .keep
    }
}

/// A stage that processes each element of a list, as the built-in stages do.
struct Initials: ElementStage {
    static let name = "initials"
    static let summary = "Puts the first letter of a field beside it."
    let scope: FieldScope
    private let into: FieldPath

    init(options: inout OptionReader) {
        scope = options.elementField("field", default: "name", help: "The field, such as .people[].name.")
        into = options.elementField("into", default: "initial", beside: scope, help: "The field for the letter.")
    }

    func processElement(_ record: inout Record) throws -> Verdict {
        try record.set(into, to: .string(String(record.string(scope.field).prefix(1))))
        return .keep
    }
}

/// A stage that waits, here for a file. A stage that waits for a server is written in the same way.
struct LookUp: AsyncStage {
    static let name = "look_up"
    static let summary = "Puts the content of a file into a field."
    private let folder: MaskedText

    init(options: inout OptionReader) {
        folder = options.path("folder", help: "The folder with the files.")
    }

    func process(_ record: inout Record) async throws -> Verdict {
        let file = Input.file(folder.with("\(folder.value)/\(try record.string("name"))"))
        var input = try await InputReader(file)
        try record.set("content", to: .string(String(decoding: try await input.readAll(limit: 1 << 20), as: UTF8.self)))
        return .keep
    }
}

/// A stream stage that holds records: it sends them in reverse order.
struct Reverse: StreamStage {
    static let name = "reverse"
    static let summary = "Sends the records in reverse order."

    init(options: inout OptionReader) {}

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var held: [Record] = []
        for try await batch in input {
            for var record in batch {
                // A detached record does not keep the chunk that it was read from in memory.
                record.detach()
                held.append(record)
            }
        }
        try await output.send(contentsOf: held.reversed())
    }
}

/// A sink that writes one file, which becomes visible only when it is complete.
struct Joined: Sink {
    static let name = "joined"
    static let summary = "Writes a field's texts with a bar behind each."
    private let output: FileOutput
    private let field: FieldPath

    init(options: inout OptionReader) {
        output = FileOutput(options.output("to", help: "The file."))
        field = options.field("field", default: "text", help: "The field.")
    }

    func render(_ record: Record) throws -> String {
        try record.string(field)
    }

    func write(_ documents: Batches<String>) async throws {
        try await output.fill(from: documents) { documents, file in
            var count = 0
            for try await batch in documents {
                try await file.write(Array((batch.joined(separator: "|") + "|").utf8))
                count += batch.count
            }
            return count
        }
    }

    var appearsWhole: Bool { output.appearsWhole }
    var outputPath: String? { output.outputPath }
    var notes: [String] { output.notes }
}

/// A sink that writes a folder of files. No file is outside the folder, and no two records share a path.
struct Cards: Sink {
    struct Card: Sendable {
        let path: [String]
        let text: String
        let origin: Origin
    }

    static let name = "cards"
    static let summary = "Writes each record's text to a file of its own."
    private let output: FolderOutput

    init(options: inout OptionReader) {
        output = FolderOutput(options.pathTemplate("to", help: "The path of each file."), index: nil)
    }

    func render(_ record: Record) throws -> Card {
        Card(path: try output.path(of: record), text: try record.string("text"), origin: record.origin)
    }

    func admit(_ card: Card) throws { try output.admit(card.path, from: card.origin) }
    func withdraw(_ card: Card) { output.withdraw(card.path) }

    func write(_ cards: Batches<Card>) async throws {
        try await output.fill(from: cards) { cards, folder in
            for try await batch in cards {
                for card in batch { try folder.write(Array(card.text.utf8), to: card.path) }
            }
            return nil
        }
    }

    var appearsWhole: Bool { output.appearsWhole }
    var outputPath: String? { output.outputPath }
    var notes: [String] { output.notes }
}

/// A stage that fails with an error of its own.
struct Failing: Stage {
    enum Plain: Error { case tooOdd }
    struct Worded: LocalizedError { var errorDescription: String? { "the moon is not full" } }
    struct Described: Error, CustomStringConvertible { let description = "the tide is low" }

    static let name = "failing"
    static let summary = "Fails."
    private let kind: String

    init(options: inout OptionReader) { kind = options.string("kind", help: "The kind of error.") }

    func process(_ record: inout Record) throws -> Verdict {
        switch kind {
        case "plain": throw Plain.tooOdd
        case "worded": throw Worded()
        default: throw Described()
        }
    }
}

import Pipeline

/// Writes each record's text to a file of its own.
struct Cards: OutputSink {
    struct Card: Sendable {
        let path: [String]
        let text: String
        let origin: Origin
    }

    static let name = "cards"
    static let summary = "Writes each record's text to a file of its own."
    static let example = ""
    let output: FolderOutput

    init(options: inout OptionReader) {
        output = FolderOutput(options.read("to", .pathTemplate, help: "The path of each file."))
    }

    var hooks: Hooks { .none }

    func render(_ record: Record, in context: RunContext) throws -> Card {
        Card(path: try output.path(of: record), text: try record.string("text"), origin: record.origin)
    }

    var traits: SinkTraits { output.traits }
    var admission: Admission<Card> {
        Admission {
            try output.admit($0.path, from: $0.origin)
        } withdraw: {
            output.withdraw($0.path)
        }
    }

    func write(_ cards: Batches<Card>) async throws {
        try await output.fill(from: cards) { cards, folder in
            for try await batch in cards {
                for card in batch { try folder.write(Array(card.text.utf8), to: card.path) }
            }
            return nil
        }
    }
}

/// Documents on their way from a worker to a sink.
protocol RenderedDocuments: Sendable {}

/// The documents of one sink.
struct Rendered<Document: Sendable>: RenderedDocuments {
    let documents: [Document]
    /// For each record where its document is; nil where rendering failed, or the record had failed before.
    let places: [Int?]

    /// The documents of the records that are alive.
    func living(_ isAlive: [Bool]) -> [Document] {
        // Loops by hand: the type is open here, and what the library builds of closures costs 4 % of a run.
        var areAll = true
        for record in isAlive.indices where !isAlive[record] && places[record] != nil { areAll = false }
        // Mostly all are, and there is nothing to copy.
        if areAll { return documents }
        var living: [Document] = []
        for record in isAlive.indices where isAlive[record] {
            if let place = places[record] { living.append(documents[place]) }
        }
        return living
    }
}

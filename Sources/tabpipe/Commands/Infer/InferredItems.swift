internal import JSONParsing

/// The list in a document whose elements are most likely the records.
struct InferredItems {
    /// The program for the option `items`, such as `.data.items[]`.
    let program: String
    let items: [JSONValue]
    /// Other lists of objects: their programs with the number of elements.
    let others: [(program: String, count: Int)]

    /// The depth of objects in each other that is searched.
    private static let maxDepth = 5

    /// Finds the largest list of objects. Without one, the document itself is the record.
    ///
    /// Lists in the elements of a list are not searched: they are parts of records.
    ///
    /// - Parameter isWhole: Whether the document was read to its end. Otherwise the last element may lack fields, and is dropped.
    init(in document: JSONValue, isWhole: Bool = true) {
        var found: [(path: [JSONPathStep], items: [JSONValue])] = []
        Self.search(document, [], &found)
        // Of equal lists, the first and least deep counts: sorting is by number alone.
        guard let best = found.enumerated().max(by: { ($0.1.items.count, -$0.0) < ($1.1.items.count, -$1.0) }) else {
            program = document.kind == .array ? ".[]" : "."
            items = document.array ?? [document]
            others = []
            return
        }
        var steps = best.element.path + [.iterate()]
        var items = best.element.items
        // Lists of GraphQL have their records in edges.
        let nodes = items.compactMap { (try? $0.member("node")) ?? nil }.filter { $0.kind == .object }
        if nodes.count == items.count, items.allSatisfy({ ($0.object?.count ?? 0) <= 2 }) {
            steps.append(.key("node"))
            items = nodes
        }
        if !isWhole, items.count > 1 { items.removeLast() }
        program = JSONPathStep.text(of: steps)
        self.items = items
        others = found.enumerated().filter { $0.offset != best.offset }.map {
            (JSONPathStep.text(of: $0.element.path + [.iterate()]), $0.element.items.count)
        }
    }

    private static func search(_ value: JSONValue, _ path: [JSONPathStep], _ found: inout [(path: [JSONPathStep], items: [JSONValue])]) {
        if let elements = value.array {
            if elements.contains(where: { $0.kind == .object }) { found.append((path, elements)) }
        } else if path.count < maxDepth, let object = value.object {
            for member in object { search(member.value, path + [.key(member.key)], &found) }
        }
    }
}

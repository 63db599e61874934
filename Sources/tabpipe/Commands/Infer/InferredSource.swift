internal import JSONParsing
internal import Pipeline
internal import SourcesRemote

/// The source of an inferred pipeline: the JSON of its step, the items of the first response, and a parameter for the input.
struct InferredSource {
    private(set) var step: JSONObject
    let items: [JSONValue]
    /// The parameter of the file, `url` or `from`, with its default.
    let parameter: (name: String, value: JSONValue)
    /// The environment variables that the file needs.
    private(set) var variables: [String] = []

    /// Describes a page of a web API.
    init(page: JSONValue, answer: InputSample, address: InferredAddress, _ credentials: InferredCredentials) {
        let found = InferredItems(in: page)
        let record = FieldRoles(fields: InferredField.list(of: found.items))
        // The program is a path that the search has built, so that it compiles.
        let program = (try? RecordQuery(found.program)) ?? .identity
        let paging = PagingGuess(answer, page: page, items: program, itemCount: found.items.count, queryNames: address.queryNames)
        var reasons = [Self.reason(of: found)]
        var option = paging?.option
        var url = address.url
        if let name = paging?.parameter {
            let (rest, value) = address.removing(name)
            url = rest
            if let value, value > 1, case .object(var object)? = option {
                object["start"] = .number(JSONNumber(value))
                option = .object(object)
            }
        }
        step = ["type": "http", "url": ["$param": "url"]]
        credentials.add(to: &step)
        variables = credentials.variables
        step["items"] = .string(found.program)
        if let id = record.id, found.items.count > 1 {
            step["id"] = .string(id.path)
            reasons.append("\(id.path) differs in each.")
        }
        if let option, let paging {
            step["paging"] = option
            reasons.append("Paging: \(paging.reason).")
        } else {
            let sign = PagingGuess.openSign(answer, page: page, items: program, itemCount: found.items.count)
            let reason = sign.map { "\($0), which the documentation of the API explains" } ?? "nothing leads to a further page"
            reasons.append("Paging: \(reason).")
        }
        step["description"] = .string(reasons.joined(separator: " "))
        items = found.items
        parameter = ("url", .string(url))
    }

    /// Describes a JSON document in a file or at a URL.
    init(document: JSONValue, isWhole: Bool, from: InferredInput) {
        let found = InferredItems(in: document, isWhole: isWhole)
        self.init("json", from, items: found.items)
        // With a path, the source streams the document; with `.` it does not.
        if found.program != "." { step["items"] = .string(found.program) }
        step["description"] = .string(Self.reason(of: found, isWhole: isWhole))
    }

    /// Describes a source of JSON Lines.
    init(lines: [JSONValue], from: InferredInput) {
        self.init("json", from, items: lines)
        step["description"] = "JSON Lines: each line is a record."
    }

    /// Describes a table in CSV.
    init(rows: [JSONValue], from: InferredInput) {
        self.init("csv", from, items: rows)
        for option in InputSample.tableOptions { step[option.key] = option.value }
        step["description"] = "A table with a header: each row is a record, and its cells are texts."
    }

    private init(_ type: String, _ from: InferredInput, items: [JSONValue]) {
        step = ["type": .string(type), "from": ["$param": "from"]]
        from.credentials.add(to: &step)
        self.items = items
        parameter = ("from", from.value)
        variables = from.variables
    }

    private static func reason(of found: InferredItems, isWhole: Bool = true) -> String {
        let count = found.items.count
        if found.program == "." { return "The whole answer is one record: it has no list of objects." }
        let list = found.others.map { "\($0.program) with \($0.count)" }.joined(separator: ", ")
        let others = list.isEmpty ? "" : " (others: \(list))"
        return "\(found.program) gives \(count.counted("record")) of the \(isWhole ? "first answer" : "beginning")\(others)."
    }
}

/// The list in a document whose elements are most likely the records.
private struct InferredItems {
    /// The program for the option `items`, such as `.data.items[]`.
    let program: String
    let items: [JSONValue]
    /// Other lists of objects: their programs with the number of elements.
    let others: [(program: String, count: Int)]

    /// The largest depth of nested objects that the search enters.
    private static let maxDepth = 5

    /// Finds the largest list of objects. Without one, the document itself is the record.
    ///
    /// Lists in the elements of a list are not searched: they are parts of records.
    ///
    /// - Parameter isWhole: Whether the document was read to its end. Otherwise the last element may lack fields, and is dropped.
    init(in document: JSONValue, isWhole: Bool = true) {
        var found: [(path: [JSONPathStep], items: [JSONValue])] = []
        Self.search(document, [], &found)
        // Of lists of the same length, the first one in document order counts.
        guard let best = found.enumerated().max(by: { ($0.1.items.count, -$0.0) < ($1.1.items.count, -$1.0) }) else {
            program = document.kind == .array ? ".[]" : "."
            items = document.array ?? [document]
            others = []
            return
        }
        var steps = best.element.path + [.iterate()]
        var items = best.element.items
        // A GraphQL connection wraps each record: an edge has it as `node`.
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

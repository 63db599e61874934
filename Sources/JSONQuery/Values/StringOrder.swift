import JSONParsing

extension JSONObject {
    /// The keys in the order of their code points.
    func sortedKeys(_ budget: QueryBudget?) throws -> [String] {
        try keys.sorted { a, b in
            try budget?.step()
            return StringOrder.compare(a, b) < 0
        }
    }
}

/// Strings by code point, which is the order of their UTF-8 bytes.
enum StringOrder {
    static func compare(_ left: String, _ right: String) -> Int {
        let leftBytes = left.utf8
        let rightBytes = right.utf8
        let a = leftBytes.span
        let b = rightBytes.span
        let shared = min(a.count, b.count)
        var place = 0
        while place < shared, a[place] == b[place] { place += 1 }
        return place < shared ? Int(a[place]) - Int(b[place]) : a.count - b.count
    }

    static func compare(_ left: [String], _ right: [String]) -> Int {
        for (a, b) in zip(left, right) {
            let order = compare(a, b)
            if order != 0 { return order }
        }
        return left.count - right.count
    }
}

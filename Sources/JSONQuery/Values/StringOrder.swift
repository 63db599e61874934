import JSONParsing

extension JSONObject {
    /// The keys in the order of their code points.
    func sortedKeys(_ run: Run?) throws -> [String] {
        try keys.sorted { a, b in
            try run?.step()
            return StringOrder.compare(a, b) < 0
        }
    }
}

/// Strings by code point, which is the order of their UTF-8 bytes.
enum StringOrder {
    static func compare(_ left: String, _ right: String) -> Int {
        var a = left.utf8.makeIterator()
        var b = right.utf8.makeIterator()
        while true {
            switch (a.next(), b.next()) {
            case (let x?, let y?): if x != y { return x < y ? -1 : 1 }
            case (nil, nil): return 0
            case (nil, _): return -1
            case (_, nil): return 1
            }
        }
    }

    static func compare(_ left: [String], _ right: [String]) -> Int {
        for (a, b) in zip(left, right) {
            let order = compare(a, b)
            if order != 0 { return order }
        }
        return left.count - right.count
    }
}

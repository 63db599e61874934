internal import JSONParsing
internal import Pipeline

/// Compares the records of a test with the expected ones.
struct RecordCheck {
    /// The largest number of lines about one expectation.
    private static let maxLines = 20

    let expected: ExpectedRecords
    let found: [JSONValue]

    /// The differences. Their paths are relative to the key `records`.
    var differences: [TestFailure] { equals + contains + matches }

    private var equals: [TestFailure] {
        guard let wanted = expected.equals else { return [] }
        var details: [String] = []
        for index in 0..<max(wanted.count, found.count) {
            if index >= found.count {
                details.append("record \(index): missing, expected \(Self.short(wanted[index]))")
            } else if index >= wanted.count {
                details.append("record \(index): not expected, found \(Self.short(found[index]))")
            } else {
                details += JSONDifference.lines(expected: wanted[index], found: found[index]).map { "record \(index): \($0)" }
            }
        }
        if details.isEmpty { return [] }
        let counts = wanted.count == found.count ? "" : ": expected \(wanted.count.counted("record")), found \(found.count)"
        return [TestFailure(path: ".equals", message: "the records differ\(counts)", details: Self.cut(details))]
    }

    private var contains: [TestFailure] {
        (expected.contains ?? []).enumerated().compactMap { index, part in
            let differences = found.map { JSONDifference.lines(expected: part, found: $0, isPartial: true) }
            if differences.contains(where: \.isEmpty) { return nil }
            let nearest = differences.enumerated().min { $0.element.count < $1.element.count }
            let details = nearest.map { place, lines in ["the nearest is record \(place):"] + lines } ?? ["there are no records"]
            return TestFailure(
                path: ".contains[\(index)]", message: "no record contains \(Self.short(part))",
                details: Self.cut(details))
        }
    }

    private var matches: [TestFailure] {
        (expected.matches ?? []).enumerated().compactMap { index, condition in
            let details = found.enumerated().compactMap { place, record -> String? in
                do {
                    return try condition.isTrue(Record(record)) ? nil : "record \(place): \(Self.short(record))"
                } catch {
                    return "record \(place): \(error.message): \(Self.short(record))"
                }
            }
            if details.isEmpty { return nil }
            return TestFailure(
                path: ".matches[\(index)]",
                message: "\(details.count) of \(found.count.counted("record")) \(details.count.does) not match "
                    + condition.source, details: Self.cut(details))
        }
    }

    private static func short(_ value: JSONValue) -> String { ShortValueFormat.record.text(of: value) }

    private static func cut(_ lines: [String]) -> [String] {
        lines.count <= maxLines ? lines : lines.prefix(maxLines) + ["… and \(lines.count - maxLines) more"]
    }
}

extension Int {
    /// `does` for 1, `do` for other numbers.
    fileprivate var does: String { self == 1 ? "does" : "do" }
}

/// The differences of two JSON values, one line for each place.
enum JSONDifference {
    /// Compares two values: numbers by value, members in any order.
    ///
    /// - Parameter isPartial: Whether the found objects may have further members.
    /// - Returns: Lines such as `.title: expected "A", found "B"`; none if the values are equal.
    static func lines(expected: JSONValue, found: JSONValue, isPartial: Bool = false) -> [String] {
        let short = ShortValueFormat.record
        let rules = FieldChange.Rules(pairsElements: true, ignoresAddedMembers: isPartial)
        return FieldChange.list(from: expected, to: found, rules).map { change in
            switch change.kind {
            case .removed(let value): return "\(change.path): missing, expected \(short.text(of: value))"
            case .added(let value): return "\(change.path): not expected, found \(short.text(of: value))"
            case .changed(let expected, let found):
                let texts = short.texts(of: expected, and: found)
                return "\(change.path): expected \(texts.0), found \(texts.1)"
            }
        }
    }
}

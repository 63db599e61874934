internal import JSONParsing

/// The differences of two JSON values, one line for each place.
enum JSONDifference {
    /// Compares two values: numbers by value, members in any order.
    ///
    /// - Parameter isPartial: Whether the found objects may have further members.
    /// - Returns: Lines such as `.title: expected "A", found "B"`; none if the values are equal.
    static func lines(expected: JSONValue, found: JSONValue, isPartial: Bool = false) -> [String] {
        let short = ShortValue.record
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

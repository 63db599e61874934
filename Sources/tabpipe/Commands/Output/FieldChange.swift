internal import JSONParsing

/// A difference between two values in one field.
struct FieldChange: Equatable {
    enum Kind: Equatable {
        case added(JSONValue)
        case removed(JSONValue)
        case changed(from: JSONValue, to: JSONValue)
    }

    /// What of two values is compared one by one.
    struct Rules {
        /// Whether elements of arrays of different lengths are compared one by one; otherwise the arrays are, as a whole.
        var pairsElements = false
        /// Whether members that only the new value has are no change.
        var ignoresAddedMembers = false
    }

    /// The path of the field as jq writes it, such as `.user.login`; `.` for the whole value.
    let path: String
    let kind: Kind

    /// The depth down to which fields are compared one by one. Deeper values are compared as a whole.
    private static let maxDepth = 64

    /// The changes from one value to another, in the order of the fields. Numbers are compared by value, members in any order.
    static func list(from old: JSONValue, to new: JSONValue, _ rules: Rules = Rules()) -> [FieldChange] {
        var changes: [FieldChange] = []
        compare(old, new, [], rules, &changes)
        return changes
    }

    private static func compare(
        _ old: JSONValue, _ new: JSONValue, _ path: [JSONPathStep], _ rules: Rules, _ changes: inout [FieldChange]
    ) {
        func note(_ kind: Kind, _ step: JSONPathStep?) {
            changes.append(FieldChange(path: JSONPathStep.text(of: path + (step.map { [$0] } ?? [])), kind: kind))
        }
        if path.count < maxDepth, let old = old.object, let new = new.object {
            for member in old {
                if let value = new[member.key] {
                    compare(member.value, value, path + [.key(member.key)], rules, &changes)
                } else {
                    note(.removed(member.value), .key(member.key))
                }
            }
            if rules.ignoresAddedMembers { return }
            for member in new where old[member.key] == nil { note(.added(member.value), .key(member.key)) }
        } else if path.count < maxDepth, let old = old.array, let new = new.array, rules.pairsElements || old.count == new.count {
            for (index, pair) in zip(old, new).enumerated() { compare(pair.0, pair.1, path + [.element(index)], rules, &changes) }
            for (index, value) in old.enumerated().dropFirst(new.count) { note(.removed(value), .element(index)) }
            for (index, value) in new.enumerated().dropFirst(old.count) { note(.added(value), .element(index)) }
        } else if old != new {
            note(.changed(from: old, to: new), nil)
        }
    }
}

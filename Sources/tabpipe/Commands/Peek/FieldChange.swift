internal import JSONParsing

/// A difference between two records in one field.
struct FieldChange: Equatable {
    enum Kind: Equatable {
        case added(JSONValue)
        case removed(JSONValue)
        case changed(from: JSONValue, to: JSONValue)
    }

    /// The path of the field as jq writes it, such as `.user.login`; `.` for the whole record.
    let path: String
    let kind: Kind

    /// The depth down to which fields are compared one by one. Deeper values are compared as a whole.
    private static let maxDepth = 16

    /// The changes from one value to another, in the order of the fields.
    static func list(from old: JSONValue, to new: JSONValue) -> [FieldChange] {
        var changes: [FieldChange] = []
        compare(old, new, [], &changes)
        return changes
    }

    private static func compare(_ old: JSONValue, _ new: JSONValue, _ path: [String], _ changes: inout [FieldChange]) {
        if old == new { return }
        if path.count < maxDepth, let old = old.object, let new = new.object {
            for member in old {
                let inner = path + [key(member.key)]
                if let value = new[member.key] {
                    compare(member.value, value, inner, &changes)
                } else {
                    changes.append(FieldChange(path: text(of: inner), kind: .removed(member.value)))
                }
            }
            for member in new where old[member.key] == nil {
                changes.append(FieldChange(path: text(of: path + [key(member.key)]), kind: .added(member.value)))
            }
        } else if path.count < maxDepth, let old = old.array, let new = new.array, old.count == new.count {
            for (index, pair) in zip(old, new).enumerated() { compare(pair.0, pair.1, path + ["[\(index)]"], &changes) }
        } else {
            changes.append(FieldChange(path: text(of: path), kind: .changed(from: old, to: new)))
        }
    }

    private static func key(_ name: String) -> String { JSONPathStep.text(of: [.key(name)]) }

    private static func text(of path: [String]) -> String {
        let text = path.joined()
        return text.hasPrefix(".") ? text : "." + text
    }
}

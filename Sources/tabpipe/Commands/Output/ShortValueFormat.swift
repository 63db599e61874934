internal import JSONParsing
internal import Pipeline

/// Shortens values to one line of a terminal.
struct ShortValueFormat {
    /// For lines that show one field of a record.
    static let field = ShortValueFormat(maxLength: 72)
    /// For lines that show a whole record.
    static let record = ShortValueFormat(maxLength: 300)

    /// The longest value that is shown whole, in characters.
    let maxLength: Int
    /// The numbers of characters of a long text that are shown before and behind its first difference from another text.
    private static let context = (before: 20, behind: 60)

    /// A value as compact JSON.
    func text(of value: JSONValue) -> String {
        let text = value.compactText.printable
        return text.count > maxLength ? text.prefix(maxLength) + "…" : text
    }

    /// Two values that differ, as texts. Long strings, and long values with a common beginning, are cut to the part around the first
    /// difference.
    func texts(of one: JSONValue, and other: JSONValue) -> (String, String) {
        let whole = (text(of: one), text(of: other))
        if let a = one.string, let b = other.string {
            return parts(of: a, and: b) { JSONValue.string($0).compactText } ?? whole
        }
        return parts(of: one.compactText, and: other.compactText, ifAlike: true) { $0 } ?? whole
    }

    /// The parts of two texts around their first difference; nil if they are short.
    ///
    /// - Parameters:
    ///   - ifAlike: Whether the result is nil for texts that differ in their first characters.
    ///   - form: Encodes a part for display, such as a JSON string.
    private func parts(
        of a: String, and b: String, ifAlike: Bool = false, _ form: (String) -> String
    ) -> (String, String)? {
        let length = Self.context.before + Self.context.behind
        let start = max(0, zip(a, b).prefix { $0 == $1 }.count - Self.context.before)
        let isShort = max(a.count, b.count) <= length && max(form(a).printable.count, form(b).printable.count) <= maxLength
        guard !isShort, !ifAlike || start > 0 else { return nil }
        func part(_ text: String) -> String {
            let part = text.dropFirst(start).prefix(length)
            return (start > 0 ? "…" : "") + form(String(part)).printable + (start + part.count < text.count ? "…" : "")
        }
        return (part(a), part(b))
    }
}

/// A difference between two values in one field.
struct FieldChange: Equatable {
    enum Kind: Equatable {
        case added(JSONValue)
        case removed(JSONValue)
        case changed(from: JSONValue, to: JSONValue)
    }

    /// The rules of a comparison.
    struct Rules {
        /// Whether elements of arrays of different lengths are compared one by one; otherwise the arrays are, as a whole.
        var pairsElements = false
        /// Whether members that only the new value has are ignored.
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

extension JSONValue {
    /// The value as indented JSON with a final line break.
    var indentedText: String {
        var writer = JSONWriter(indent: 2)
        writer.write(self)
        writer.append(UInt8(ascii: "\n"))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Numbers with a fixed number of decimal places, for people.
enum FixedDecimals {
    /// The number, rounded, such as `0.25`.
    ///
    /// - Parameter places: The number of decimal places, at least 1.
    static func text(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let units = Int((max(0, min(number, 1e12)) * Double(scale)).rounded())
        let fraction = String(units % scale)
        return "\(units / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }

    /// A number that is rounded to decimal places.
    static func rounded(_ number: Double, places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (number * scale).rounded() / scale
    }

    /// A count with separators between groups of three digits, such as `12,345`.
    static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max(0, $0 - 3)..<$0]) }
        return (count < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}

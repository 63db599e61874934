internal import JSONParsing

/// The differences of two JSON values, one line for each place.
enum JSONDifference {
    /// The characters of a long text that are shown before and after its first difference.
    private static let context = (before: 20, after: 60)

    /// Compares two values: numbers by value, members in any order.
    ///
    /// - Parameters:
    ///   - isPartial: Whether the found objects may have further members.
    ///   - path: The path of the values, such as `.sections[2]`.
    /// - Returns: Lines such as `.title: expected "A", found "B"`; none if the values are equal.
    static func lines(expected: JSONValue, found: JSONValue, isPartial: Bool = false, at path: String = "") -> [String] {
        if let expected = expected.object, let found = found.object {
            return objects(expected, found, isPartial: isPartial, at: path)
        }
        if let expected = expected.array, let found = found.array {
            return arrays(expected, found, isPartial: isPartial, at: path)
        }
        if expected == found { return [] }
        let place = path.isEmpty ? "." : path
        if let expected = expected.string, let found = found.string { return ["\(place): \(strings(expected, found))"] }
        return ["\(place): expected \(RecordCheck.short(expected)), found \(RecordCheck.short(found))"]
    }

    private static func objects(_ expected: JSONObject, _ found: JSONObject, isPartial: Bool, at path: String) -> [String] {
        var lines: [String] = []
        for member in expected {
            let inner = path + step(member.key)
            if let value = found[member.key] {
                lines += self.lines(expected: member.value, found: value, isPartial: isPartial, at: inner)
            } else {
                lines.append("\(inner): missing, expected \(RecordCheck.short(member.value))")
            }
        }
        if isPartial { return lines }
        for member in found where expected[member.key] == nil {
            lines.append("\(path)\(step(member.key)): not expected, found \(RecordCheck.short(member.value))")
        }
        return lines
    }

    private static func arrays(_ expected: [JSONValue], _ found: [JSONValue], isPartial: Bool, at path: String) -> [String] {
        var lines: [String] = []
        for index in 0..<max(expected.count, found.count) {
            let inner = "\(path)[\(index)]"
            if index >= found.count {
                lines.append("\(inner): missing, expected \(RecordCheck.short(expected[index]))")
            } else if index >= expected.count {
                lines.append("\(inner): not expected, found \(RecordCheck.short(found[index]))")
            } else {
                lines += self.lines(expected: expected[index], found: found[index], isPartial: isPartial, at: inner)
            }
        }
        return lines
    }

    private static func step(_ key: String) -> String {
        key.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil ? "[\(JSONValue.string(key).compactText)]" : ".\(key)"
    }

    /// Both texts; of long ones, the part around the first difference.
    private static func strings(_ expected: String, _ found: String) -> String {
        let shared = zip(expected, found).prefix { $0 == $1 }.count
        func part(_ text: String) -> String {
            if max(expected.count, found.count) <= context.before + context.after { return JSONValue.string(text).compactText }
            let start = max(0, shared - context.before)
            let part = text.dropFirst(start).prefix(context.before + context.after)
            let quoted = JSONValue.string(String(part)).compactText
            return (start > 0 ? "…" : "") + quoted + (start + part.count < text.count ? "…" : "")
        }
        return "expected \(part(expected)), found \(part(found))"
    }
}

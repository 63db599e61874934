internal import JSONParsing

/// A change of what stands at a path in a value. What is not on the way stays as it was read.
struct ValueEdit {
    /// Gets the value at the end of the path, nil where there is none, and its place; gives the new one, nil to remove it.
    typealias Change = (JSONValue?, String) throws -> JSONValue?

    /// Whether a value on the way that is of another kind, or a list that is missing, stays as it is; otherwise it is an error.
    let skipsMismatches: Bool

    /// The value with the change in it; nil if nothing was there, or nothing is left.
    ///
    /// - Parameters:
    ///   - steps: The way from the value on.
    ///   - place: Where the value stands in its record.
    func changed(_ value: JSONValue?, _ steps: ArraySlice<FieldPath.Step>, at place: String, _ change: Change) throws -> JSONValue? {
        guard let step = steps.first else { return try change(value, place) }
        let rest = steps.dropFirst()
        switch step {
        case .key(let name):
            var object = JSONObject()
            if let value, !value.isNull {
                guard value.kind == .object else { return try other(value, "an object", at: place) }
                object = try value.decoded(at: place).object ?? object
            }
            let old = object[name]
            let new = try changed(old, rest, at: place + FieldPath.text(of: [step]), change)
            if new == nil, old == nil { return value }
            object[name] = new
            return .object(object)
        case .each:
            guard let value, value.kind == .array, case .array(let elements) = try value.decoded(at: place) else {
                return value?.isNull == true ? value : try other(value, "a list", at: place)
            }
            return .array(try elements.enumerated().compactMap { try changed($1, rest, at: "\(place)[\($0)]", change) })
        }
    }

    private func other(_ value: JSONValue?, _ expected: String, at place: String) throws(RecordError) -> JSONValue? {
        guard !skipsMismatches else { return value }
        guard let value else { throw RecordError("missing; \(expected) was expected", at: place) }
        throw RecordError("expected \(expected), found \(value.kind.phrase)", at: place)
    }
}

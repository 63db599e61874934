internal import JSONParsing

/// A change of the value at a path. Values beside the path keep the bytes that were read.
struct ValueEdit {
    /// Receives the value at the end of the path, which is nil if it is missing, and its path. It returns the new value; nil removes it.
    typealias Change = (JSONValue?, String) throws -> JSONValue?

    /// Whether a missing list, or a value that is not an object or list as the path needs it, stays unchanged. Otherwise it is an error.
    let skipsMismatches: Bool

    /// Returns the changed value; nil if it was missing, or if the change removes it.
    ///
    /// - Parameters:
    ///   - value: The value; nil if it is missing.
    ///   - steps: The steps from the value on.
    ///   - place: The path of the value in its record.
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

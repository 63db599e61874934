package import JSONParsing

extension JSONValue {
    /// The value with the keys of all objects in the order of their code points.
    ///
    /// - Throws: `JSONError` for a string that cannot be decoded.
    package var withSortedKeys: JSONValue {
        get throws {
            switch kind {
            case .array, .object: break
            default: return self
            }
            switch try decoded() {
            case .array(let elements): return .array(try elements.map { try $0.withSortedKeys })
            case .object(let object):
                let members = object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                return .object(JSONObject(try members.map { ($0.key, try $0.value.withSortedKeys) }))
            case let other: return other
            }
        }
    }
}

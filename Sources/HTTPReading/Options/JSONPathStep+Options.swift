package import JSONParsing
internal import Pipeline

extension JSONPathStep {
    /// Parses a path of keys and numbers of elements, such as `.page.after`, `.filters[0].value` or `next-token`.
    ///
    /// - Returns: nil for another text, such as a path that names several places.
    package static func place(_ text: String) -> [JSONPathStep]? {
        // Names such as `next-token` are no jq, and need no quotation marks.
        let names: [JSONPathStep]? = (try? FieldPath(text))?.steps.map { step in
            if case .key(let name) = step { .key(name) } else { .iterate() }
        }
        guard let path = names ?? (try? RecordQuery(text))?.elementPath, !path.isEmpty else { return nil }
        let isPlace = path.allSatisfy { step in
            switch step {
            case .key(_, let optional): !optional
            case .element(let number, let optional): !optional && number >= 0
            case .iterate: false
            }
        }
        return isPlace ? path : nil
    }
}

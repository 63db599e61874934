internal import HTTPReading
internal import JSONParsing
internal import Pipeline

/// A place of the JSON body of a request: the keys and the numbers of elements that lead to it.
struct BodyPlace: Sendable, Equatable {
    let steps: [JSONPathStep]
    /// The path as the pipeline file has it. Messages quote only this text, because masking recognizes a secret in this form.
    let source: String

    /// - Parameter source: The path, such as `.page.after`; the result is nil for a text that names no single place.
    init?(_ source: String) {
        guard let steps = JSONPathStep.place(source) else { return nil }
        self.steps = steps
        self.source = source
    }

    /// Places are equal if their steps are equal, however they are written.
    static func == (left: BodyPlace, right: BodyPlace) -> Bool { left.steps == right.steps }

    /// The reason why the place cannot be set in a body; nil if it can.
    func fault(in body: JSONValue) -> String? {
        var value = body
        for step in steps {
            switch step {
            case .key(let name, _):
                guard value.isNull || value.kind == .object else {
                    return "the body has \(value.kind.phrase) on the way to \(source), where an object is expected"
                }
                value = value.object?[name] ?? .null
            case .element(let index, _):
                guard value.isNull || value.kind == .array else {
                    return "the body has \(value.kind.phrase) on the way to \(source), where an array is expected"
                }
                let elements = value.array ?? []
                // A gap would be filled with nulls that no server expects.
                guard (0...elements.count).contains(index) else {
                    return "the array of the body ends before element \(index) on the way to \(source)"
                }
                value = index < elements.count ? elements[index] : .null
            case .iterate: return "[] names several places"
            }
        }
        return nil
    }
}

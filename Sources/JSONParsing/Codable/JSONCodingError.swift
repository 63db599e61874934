/// A value that does not fit the requested type, or a type that has no JSON form.
public struct JSONCodingError: Error, Equatable, Sendable {
    /// The path of the value, such as `.sections[2].title`; `.` for the value itself.
    public var path: String { JSONCodingStep.text(of: steps) }
    /// The expected and the found value, such as `expected a string, found null`.
    public let reason: String
    /// The position of the value in the text; nil if it was not decoded from a text.
    public internal(set) var position: JSONPosition?
    /// The path of the value, step by step.
    let steps: [JSONCodingStep]
    /// The offset of the fault in bytes from the start of the value.
    let offset: Int

    init(_ reason: String, at path: [any CodingKey], offset: Int = 0) {
        steps = path.map(JSONCodingStep.init)
        self.reason = reason
        self.offset = offset
    }

    /// Converts an error that a type's own `init(from:)` or `encode(to:)` has thrown.
    init(_ error: any Error) {
        switch error {
        case let error as JSONCodingError:
            self = error
        case let error as JSONError:
            self.init(error.message, at: [])
        case DecodingError.keyNotFound(let key, let context):
            self.init("missing", at: context.codingPath + [key])
        case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.debugDescription, at: context.codingPath)
        case EncodingError.invalidValue(_, let context):
            self.init(context.debugDescription, at: context.codingPath)
        default:
            self.init(String(describing: error), at: [])
        }
    }
}

extension JSONCodingError: CustomStringConvertible {
    /// Position, path and reason, such as `3:14: .sections[2].title: expected a string, found a number`.
    public var description: String {
        (position.map { "\($0.line):\($0.column): " } ?? "") + "\(path): \(reason)"
    }
}

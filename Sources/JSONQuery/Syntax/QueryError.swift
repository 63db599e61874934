/// A fault in the text of a program, with its offset.
public struct QueryError: Error, Equatable, Sendable {
    /// One sentence without an offset, such as `the function selct/1 is not defined`.
    public let message: String
    /// Bytes from the start of the source to the fault, counted from 0.
    public let offset: Int
    /// The nearest known name, if the fault is an unknown one.
    public let suggestion: String?
    /// Facts for hints. Indirect, so that an error is small: parser and compiler recurse, and each level reserves stack for an error.
    let detail: Detail

    indirect enum Detail: Sendable {
        case none
        /// The parser found a token that it did not expect. Hints look at the text around it.
        case unexpectedToken
        /// A name is unknown.
        case unknownName(String, arity: Int)
        /// A variable is unknown.
        case unknownVariable(String)
        /// The fault is in a string literal, at an offset in bytes of its decoded text.
        case literal(String, offset: Int)
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - message: One sentence without an offset.
    ///   - offset: Bytes from the start of the source.
    ///   - suggestion: The nearest known name.
    public init(_ message: String, offset: Int, suggestion: String? = nil) {
        self.init(message, offset: offset, suggestion: suggestion, .none)
    }

    init(_ message: String, offset: Int, suggestion: String? = nil, _ detail: Detail) {
        self.message = message
        self.offset = offset
        self.suggestion = suggestion
        self.detail = detail
    }

    /// Makes the error of a token that the parser did not expect.
    init(unexpected message: String, offset: Int) { self.init(message, offset: offset, .unexpectedToken) }

    /// Makes the error of a function that is not defined.
    init(unknown name: String, arity: Int, offset: Int, suggestion: String?) {
        self.init("\(name)/\(arity) is not defined", offset: offset, suggestion: suggestion, .unknownName(name, arity: arity))
    }

    /// Returns the same error with its offset in a longer text.
    package func moved(by start: Int) -> QueryError {
        QueryError(message, offset: start + offset, suggestion: suggestion, detail)
    }

    /// Whether the program calls a function that is not defined.
    package var isOfUnknownFunction: Bool {
        if case .unknownName = detail { true } else { false }
    }

    /// The name of the variable that the program uses and that is not defined, without the dollar sign; nil for other errors.
    package var unknownVariable: String? {
        if case .unknownVariable(let name) = detail { name } else { nil }
    }

    /// Whether message, offset and suggestion are equal.
    public static func == (left: QueryError, right: QueryError) -> Bool {
        left.message == right.message && left.offset == right.offset && left.suggestion == right.suggestion
    }
}

extension QueryError: CustomStringConvertible {
    /// The message, the offset and the suggestion.
    public var description: String {
        "\(message) (at byte \(offset))" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
}

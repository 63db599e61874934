public import JSONParsing

/// An error of a running program, raised by `error`, by the language or by a limit.
public struct QueryRuntimeError: Error, Equatable, Sendable {
    /// The argument of `error`; a string if the language itself raised the error.
    public let value: JSONValue
    /// Whether a limit was exceeded. The program itself cannot catch such an error.
    public let isLimit: Bool
    /// The source range of the expression that failed. Only ``ErrorPlaceNode`` records it.
    private(set) var place: QueryPlace?
    /// The input of that expression.
    private(set) var input: JSONValue?
    /// Set if the program called `halt` or `halt_error` and the host allows that. The program cannot catch it.
    package let halt: QueryHalt?
    /// Whether the task was cancelled. ``Query`` throws `CancellationError` in its place.
    let isCancellation: Bool

    /// Makes the error that `error(value)` raises.
    ///
    /// - Parameter value: Any value; a string is the message itself.
    public init(value: JSONValue) {
        self.value = value
        isLimit = false
        halt = nil
        isCancellation = false
    }

    /// Makes an error from a message.
    ///
    /// - Parameter message: One sentence.
    public init(_ message: String) {
        self.value = .string(message)
        isLimit = false
        halt = nil
        isCancellation = false
    }

    init(limit message: String) {
        self.value = .string(message)
        isLimit = true
        halt = nil
        isCancellation = false
    }

    init(_ halt: QueryHalt) {
        value = "halt"
        isLimit = true
        self.halt = halt
        isCancellation = false
    }

    /// Adds the source range of the expression and its input, unless the error already has them.
    func placed(at place: QueryPlace, _ input: JSONValue) -> QueryRuntimeError {
        guard self.place == nil else { return self }
        var error = self
        error.place = place
        error.input = input
        return error
    }

    /// Ends a program whose task was cancelled. As with a limit, the program cannot catch it.
    static let cancellation = QueryRuntimeError()

    private init() {
        value = "cancelled"
        isLimit = true
        halt = nil
        isCancellation = true
    }
}

extension QueryRuntimeError {
    /// Wraps errors of the JSON reader, so that the program can catch them.
    init(wrapping error: any Error) {
        switch error {
        case let error as QueryRuntimeError: self = error
        case let error as JSONError: self.init(error.message)
        default: self.init(String(describing: error))
        }
    }

    /// Converts an error for callers outside of a program: a ``QueryRuntimeError``, or `CancellationError` if the task was cancelled.
    static func thrown(_ error: any Error) -> any Error {
        let error = QueryRuntimeError(wrapping: error)
        return error.isCancellation ? CancellationError() : error
    }
}

/// A source range in a program, or in the definitions that it calls.
package struct QueryPlace: Equatable, Sendable {
    /// The range in bytes from the start of the text.
    package let range: Range<Int>
    /// Whether the range refers to the definitions (``QueryDefinitions/source``) and not to the program.
    package let isInDefinitions: Bool
    /// The value that caused the error, such as `.messages[3].date: number (7)`; without a path if that is not known. nil if the value is
    /// not known or is the whole input.
    package fileprivate(set) var input: String?

    init(range: Range<Int>, isInDefinitions: Bool) {
        self.range = range
        self.isInDefinitions = isInDefinitions
    }

    /// The same place with the value that caused the error.
    func with(_ input: String?) -> QueryPlace {
        var place = self
        place.input = input
        return place
    }
}

/// The request of a program to end, by `halt` or `halt_error`.
package struct QueryHalt: Equatable, Sendable {
    /// The exit code that the program names.
    package let code: Int
    /// The input of `halt_error`; nil for `halt`.
    package let message: JSONValue?
}

public import JSONParsing

/// An error that a program ended with.
public struct QueryRuntimeError: Error, Equatable, Sendable {
    /// The argument of `error`; a string if the language itself raised the error.
    public let value: JSONValue
    /// Whether a limit was exceeded. The program itself cannot catch such an error.
    public let isLimit: Bool
    /// The piece of the source in which the error arose. Only ``ErrorPlaceNode`` records it.
    private(set) var place: QueryPlace?
    /// The input of that piece.
    private(set) var input: JSONValue?
    /// The end that the program asked for, if the host allows it. The program cannot catch it.
    package let halt: QueryHalt?
    /// Whether the task was cancelled. ``Query`` throws `CancellationError` in its place.
    let isCancellation: Bool

    /// Makes an error from what a program threw.
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

    /// The error with the place where it arose and the input there, unless it has them.
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

    /// The error for callers outside of a program: that of the program, or `CancellationError`.
    static func thrown(_ error: any Error) -> any Error {
        let error = QueryRuntimeError(wrapping: error)
        return error.isCancellation ? CancellationError() : error
    }
}

/// A piece of a program, or of the definitions that it calls.
package struct QueryPlace: Equatable, Sendable {
    /// Bytes from the start of the text.
    package let range: Range<Int>
    /// Whether the range is one of the definitions (``QueryDefinitions/source``), and not of the program.
    package let isInDefinitions: Bool
    /// The value that the piece failed on, such as `.messages[3].date: number (7)`; without a path if that is not known, and nil if it is
    /// not known, or is the whole input.
    package fileprivate(set) var input: String?

    init(range: Range<Int>, isInDefinitions: Bool) {
        self.range = range
        self.isInDefinitions = isInDefinitions
    }

    /// The same place with the value that the piece failed on.
    func with(_ input: String?) -> QueryPlace {
        var place = self
        place.input = input
        return place
    }
}

/// The end that a program asked for with `halt` or `halt_error`.
package struct QueryHalt: Equatable, Sendable {
    /// The exit code that the program names.
    package let code: Int
    /// The input of `halt_error`; nil for `halt`.
    package let message: JSONValue?
}

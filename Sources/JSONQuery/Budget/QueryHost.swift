package import JSONParsing

/// The interface of a program to its surroundings: the origin of its input, further inputs, the environment, and its messages. A pipeline
/// gives the origin of a record only. The command line also gives inputs and the environment, and lets `halt` end the program.
package protocol QueryHost: Sendable {
    /// The file or URL that the input was read from, without secrets: `input_filename`.
    var fileName: String? { get }
    /// The line at which the input begins, counted from 1: `input_line_number`.
    var line: Int? { get }
    /// The whole origin: `input_origin`.
    var origin: JSONValue { get }
    /// The environment: `$ENV` and `env`.
    var environment: JSONObject { get }
    /// Whether `halt` and `halt_error` end all programs. Otherwise they are errors of the program.
    var canHalt: Bool { get }
    /// Takes a message of `debug` or `stderr`, at most ``DebugMessages/maxBytes`` long.
    func log(_ message: String)
    /// Takes the value of `debug` or `stderr` as it is.
    ///
    /// - Returns: Whether the value was taken. Otherwise ``log(_:)`` gets its text.
    func take(_ value: JSONValue, from function: DebugMessages.Function) throws -> Bool
    /// The next input of the program: `input`, `inputs`.
    ///
    /// - Returns: nil at the end.
    /// - Throws: ``QueryRuntimeError`` for an input that cannot be read.
    func nextInput() throws -> JSONValue?
}

extension QueryHost {
    package var environment: JSONObject { JSONObject() }
    package var canHalt: Bool { false }
    package func take(_ value: JSONValue, from function: DebugMessages.Function) throws -> Bool { false }
    package func nextInput() throws -> JSONValue? { nil }
}

/// The length limit of `debug` and `stderr` messages, and the function that sent one.
package enum DebugMessages {
    /// Limit of a message in bytes. Longer ones end with `…`.
    package static let maxBytes = 1_000

    /// The function that a message came from.
    package enum Function: Sendable { case debug, stderr }
}

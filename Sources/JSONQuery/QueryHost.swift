package import JSONParsing

/// Answers what a program asks about the origin of its input, and takes its messages.
package protocol QueryHost: Sendable {
    /// The file or URL that the input was read from, without secrets: `input_filename`.
    var fileName: String? { get }
    /// The line at which the input begins, counted from 1: `input_line_number`.
    var line: Int? { get }
    /// The whole origin: `input_origin`.
    var origin: JSONValue { get }
    /// Takes a message of `debug` or `stderr`, at most ``QueryMessage/maxBytes`` long.
    func log(_ message: String)
}

/// A message of `debug` or `stderr`.
package enum QueryMessage {
    /// Limit of a message in bytes. Longer ones end with `…`.
    package static let maxBytes = 1_000
}

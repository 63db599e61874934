package import JSONParsing

/// The end that a program asked for with `halt` or `halt_error`.
package struct QueryHalt: Equatable, Sendable {
    /// The exit code that the program names.
    package let code: Int
    /// The input of `halt_error`; nil for `halt`.
    package let message: JSONValue?
}

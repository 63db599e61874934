/// One problem of a pipeline file.
package struct Diagnostic: Error, Equatable, Sendable {
    package let message: String
    /// The place in bytes from the start of the file; nil if the problem concerns the whole file.
    package let range: Range<Int>?
    /// The path of the value, such as `stages[2].type`.
    package let path: String
    package let help: String?
    /// The file of ``range``; nil for the pipeline file.
    let other: ConfigFile?

    package init(_ message: String, at range: Range<Int>?, path: String, help: String? = nil, in other: ConfigFile? = nil) {
        self.other = other
        self.message = message
        self.range = range
        self.path = path
        self.help = help
    }

    /// Returns the same problem in another file than the pipeline file, unless it has such a file already.
    func placed(in file: ConfigFile) -> Diagnostic {
        other == nil ? Diagnostic(message, at: range, path: path, help: help, in: file) : self
    }

    /// Returns the same problem with secrets masked.
    func masked(by secrets: SecretValues) -> Diagnostic {
        Diagnostic(secrets.masked(message), at: range, path: secrets.masked(path), help: help.map { secrets.masked($0) }, in: other)
    }
}

/// One thing that is wrong with a pipeline file.
package struct Diagnostic: Error, Equatable, Sendable {
    package let message: String
    /// Where it is, in bytes from the start of the file; nil if it concerns no place in it.
    package let range: Range<Int>?
    /// Where it is, such as `stages[2].type`.
    package let path: String
    package let help: String?
    /// The file that ``range`` counts in; nil for the pipeline file.
    let other: ConfigFile?

    package init(_ message: String, at range: Range<Int>?, path: String, help: String? = nil, in other: ConfigFile? = nil) {
        self.other = other
        self.message = message
        self.range = range
        self.path = path
        self.help = help
    }

    /// The same without secret texts.
    func masked(by secrets: SecretValues) -> Diagnostic {
        Diagnostic(secrets.masked(message), at: range, path: secrets.masked(path), help: help.map { secrets.masked($0) }, in: other)
    }
}

/// The treatment of nodes and parameters that have no value.
package enum MissingValues: Sendable {
    /// Each is an error.
    case fail
    /// A missing environment variable is a warning, for checks without secrets. Other missing values are errors.
    case warnOfVariables
    /// A missing environment variable gets a text that names it, for tests. Other missing values are errors.
    case placeholders
    /// None is reported, for commands that need no values.
    case allow
    /// No variable and no file is read: only the form of the nodes counts.
    case unread

    /// Whether the files of `data` are read. A check of the file and a drawing of it need no tables; a run and a test do.
    var readsTables: Bool { self == .fail || self == .placeholders }

    /// The value of an environment variable that is not set; nil if it has none.
    func placeholder(for variable: String) -> String? { self == .placeholders ? "placeholder-for-\(variable)" : nil }
}

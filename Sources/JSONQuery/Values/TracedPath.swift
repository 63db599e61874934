import JSONParsing

/// The path of the machine's value, while `path(f)` or an update records paths.
enum TracedPath {
    /// Paths are not recorded.
    case off
    /// The steps from the root; nil at the root itself.
    case at(TracedPathStep?)
    /// The program computed the value, so it has no path.
    case lost

    var isOff: Bool {
        if case .off = self { return true }
        return false
    }
}

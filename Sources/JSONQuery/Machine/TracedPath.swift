import JSONParsing

/// How the machine's value was reached, while paths are recorded.
enum TracedPath {
    /// Paths are not recorded.
    case off
    /// The steps from the root; nil at the root itself.
    case at(TracedPathStep?)
    /// The value was computed and is at no path.
    case lost

    var isOff: Bool {
        if case .off = self { return true }
        return false
    }
}

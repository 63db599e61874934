/// How JSON looks on standard output.
enum OutputStyle {
    /// For files and other programs: JSON as it is.
    case plain
    /// For a terminal without colors. Characters that control a terminal are escaped.
    case terminal
    /// For a terminal with colors.
    case colored

    /// Whether characters that control a terminal are escaped.
    var escapesControls: Bool { self != .plain }
}

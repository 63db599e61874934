internal import Pipeline

extension PlannedFile.Change {
    /// The change as part of a sentence about a file.
    var words: String {
        switch self {
        case .created: "would be created"
        case .changed: "would be changed"
        case .removed: "would be removed"
        case .unchanged: "unchanged"
        }
    }

    /// The character in front of the path in a list of files.
    var mark: String {
        switch self {
        case .created: "+"
        case .changed: "~"
        case .removed: "-"
        case .unchanged: "="
        }
    }

    /// The color of the line on a terminal, as a parameter of the control sequence SGR; nil for none.
    var color: String? {
        switch self {
        case .created: "32"
        case .changed: "33"
        case .removed: "31"
        case .unchanged: nil
        }
    }
}

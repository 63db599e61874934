/// A line of a diff, without its line feed.
struct DiffLine {
    enum Kind {
        /// The head of a file, such as `--- a/out.csv`.
        case head
        /// The head of a hunk.
        case hunk
        case equal
        case added
        case removed
        /// A remark about the line in front of it.
        case note

        /// The character in front of the line.
        var mark: String {
            switch self {
            case .head, .hunk, .note: ""
            case .equal: " "
            case .added: "+"
            case .removed: "-"
            }
        }
        /// The color on a terminal, as a parameter of the control sequence SGR; nil for none.
        var color: String? {
            switch self {
            case .head: "1"
            case .hunk: "36"
            case .added: "32"
            case .removed: "31"
            case .equal, .note: nil
            }
        }
    }

    let kind: Kind
    let bytes: ArraySlice<UInt8>
}

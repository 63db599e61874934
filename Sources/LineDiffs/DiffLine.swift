/// A line of a diff, without its line feed.
package struct DiffLine {
    package enum Kind {
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
        package var mark: String {
            switch self {
            case .head, .hunk, .note: ""
            case .equal: " "
            case .added: "+"
            case .removed: "-"
            }
        }
        /// The color on a terminal, as a parameter of the control sequence SGR; nil for none.
        package var color: String? {
            switch self {
            case .head: "1"
            case .hunk: "36"
            case .added: "32"
            case .removed: "31"
            case .equal, .note: nil
            }
        }
    }

    package let kind: Kind
    package let bytes: ArraySlice<UInt8>

    package init(kind: Kind, bytes: ArraySlice<UInt8>) {
        self.kind = kind
        self.bytes = bytes
    }
}

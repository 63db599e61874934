import HTMLParsing

/// Tells from the start of a line whether it is quoted mail (`>`), part of a diff (`+`, `-`), or indented.
struct MarkupLine {
    /// The first character of the line; nil if the line is empty or begins with a tag.
    private var mark: UInt8?
    private var isAtStart = true
    /// Whether only white space was read behind the mark.
    private var isAfterMark = false
    /// Whether white space was read directly behind the mark.
    private var hasSpace = false
    private var isCounted = false
    /// The columns of white space at the start.
    private var columns = 0

    /// The columns from which an indented line is a sample of code rather than text.
    private static let minColumns = 2
    private static let tabColumns = 4

    /// Whether nothing but white space was read, and at least two columns of it.
    var isIndented: Bool { isAtStart && columns >= Self.minColumns }

    /// Reads a byte of the text between tags.
    mutating func read(_ byte: UInt8) {
        if byte == 0x0A || byte == 0x0D {
            self = MarkupLine()
        } else if byte.isFoldedSpace {
            hasSpace = hasSpace || isAfterMark
            if isAtStart { columns += byte == 0x09 ? Self.tabColumns : 1 }
        } else {
            isAfterMark = isAtStart
            if isAtStart { mark = byte }
            isAtStart = false
        }
    }

    /// Reads a tag in the line.
    mutating func readTag() {
        isAtStart = false
        isAfterMark = false
    }

    /// Whether the line is quoted mail or part of a diff. A hyphen and a space do not suffice in front of inline elements, because they
    /// also begin a list item.
    ///
    /// - Parameter tag: The next tag of the line.
    func isQuotedOrDiff(before tag: MarkupTag) -> Bool {
        switch mark {
        case UInt8(ascii: ">"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            isCounted || isAfterMark && !tag.name.isVoid && (!hasSpace || !tag.name.isPhrasing)
        default: false
        }
    }

    /// Marks the line as counted.
    ///
    /// - Returns: Whether it was not counted before.
    mutating func markCounted() -> Bool {
        defer { isCounted = true }
        return !isCounted
    }
}

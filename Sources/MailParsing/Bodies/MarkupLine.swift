import HTMLParsing

/// The beginning of a line with tags: quoted mail begins with `>`, lines of a diff with `+` or `-` in front of their text.
struct MarkupLine {
    /// The first character of the line; nil if none has come, or a tag was the first.
    private var mark: UInt8?
    private var isAtStart = true
    /// Whether nothing but white space has come behind the mark, and whether any has.
    private var isBare = false
    private var hasSpace = false
    private var isCounted = false

    /// Reads a byte of the text between tags.
    mutating func read(_ byte: UInt8) {
        if byte == 0x0A || byte == 0x0D {
            self = MarkupLine()
        } else if byte.isFoldedSpace {
            hasSpace = hasSpace || isBare
        } else {
            isBare = isAtStart
            if isAtStart { mark = byte }
            isAtStart = false
        }
    }

    /// A tag stands in the line.
    mutating func readTag() {
        isAtStart = false
        isBare = false
    }

    /// Whether a tag here belongs to a quoted line or to one of a diff. A hyphen and a space in front of words begin an item of a list, too.
    func isQuotedOrDiff(before tag: MarkupTag) -> Bool {
        switch mark {
        case UInt8(ascii: ">"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            isCounted || isBare && !tag.name.isVoid && (!hasSpace || !tag.name.isPhrasing)
        default: false
        }
    }

    /// Counts the line as marked.
    ///
    /// - Returns: Whether it has not been counted before.
    mutating func markCounted() -> Bool {
        defer { isCounted = true }
        return !isCounted
    }
}

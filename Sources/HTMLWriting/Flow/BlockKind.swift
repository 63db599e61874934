/// The kinds of block that decide what may stand on the next line without an empty line in between.
enum BlockKind: UInt8 {
    case none, paragraph, heading, underlinedHeading, code, rule, quote, list, table, html

    /// Whether an empty line has to separate this block from the one before it even where lines are tight.
    func needsBlankLine(after previous: BlockKind) -> Bool {
        switch self {
        case .none: false
        case .table, .html, .underlinedHeading: true
        case .quote: previous == .quote || previous == .html
        case .heading, .code, .rule, .list: previous == .html
        // A paragraph would go on with the last one of a quote or list, too.
        case .paragraph: previous != .heading && previous != .underlinedHeading && previous != .code && previous != .rule
        }
    }
}

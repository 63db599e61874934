/// The kinds of block, as far as they decide whether an empty line has to separate two blocks.
enum BlockKind: UInt8 {
    case none, paragraph, heading, underlinedHeading, code, rule, quote, list, table, html

    /// Whether an empty line has to separate this block from the previous one even in a tight container.
    func needsBlankLine(after previous: BlockKind) -> Bool {
        switch self {
        case .none: false
        case .table, .html, .underlinedHeading: true
        case .quote: previous == .quote || previous == .html
        case .heading, .code, .rule, .list: previous == .html
        // A paragraph would also continue the last paragraph of a quote or list (lazy continuation).
        case .paragraph: previous != .heading && previous != .underlinedHeading && previous != .code && previous != .rule
        }
    }
}

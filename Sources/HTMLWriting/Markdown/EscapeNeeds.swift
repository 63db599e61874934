/// The characters of a block that may need escapes, so that a lone `*` or `~` gets no backslash.
struct EscapeNeeds {
    var star = true
    var underscore = true
    var tilde = true
    var backtick = true
    /// Whether the block begins like a link reference definition.
    var definition = false

    /// Escapes all delimiters.
    init() {}

    /// Determines the needed escapes.
    ///
    /// - Parameters:
    ///   - text: The text of the block.
    ///   - reading: Whether to inspect the text. In blocks with markup, every possible delimiter is escaped.
    init(text: [UInt8], reading: Bool) {
        definition = text.first == 0x5B
        if !reading { return }
        let bytes = text.span
        star = false
        underscore = false
        tilde = false
        var opened: (star: Bool, underscore: Bool, tilde: Bool) = (false, false, false)
        var backticks = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if byte != 0x2A && byte != 0x5F && byte != 0x7E && byte != 0x60 { continue }
            if byte == 0x60 {
                backticks += 1
                continue
            }
            // A delimiter opens if text follows it directly, and closes if text precedes it directly.
            let opens = index + 1 < bytes.count && bytes[index + 1] != 0x20
            let closes = index > 0 && bytes[index - 1] != 0x20
            switch byte {
            case 0x2A:
                if closes && opened.star { star = true }
                opened.star = opened.star || opens
            case 0x5F:
                if closes && opened.underscore { underscore = true }
                opened.underscore = opened.underscore || opens
            default:
                if closes && opened.tilde { tilde = true }
                opened.tilde = opened.tilde || opens
            }
        }
        backtick = backticks > 1
    }
}

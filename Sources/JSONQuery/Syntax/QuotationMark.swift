/// Typographic quotation marks, which word processors write: for messages about files as well as programs.
package enum QuotationMark {
    private static let all: Set<String> = ["“", "”", "„", "‟", "«", "»", "‹", "›", "‘", "’", "‚", "‛", "″"]

    /// The message for a character; nil if it is no typographic quotation mark.
    package static func advice(on character: String) -> String? {
        all.contains(character) ? "\(character) is a typographic quotation mark; strings stand in straight ones, \"" : nil
    }
}

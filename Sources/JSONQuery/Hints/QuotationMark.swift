/// Typographic quotation marks, for messages about files as well as programs.
package enum QuotationMark {
    /// What to say of a character; nil if it is no typographic quotation mark.
    package static func advice(on character: String) -> String? {
        ForeignWords.quotationMarks.contains(character) ? ForeignWords.advice(on: character) : nil
    }
}

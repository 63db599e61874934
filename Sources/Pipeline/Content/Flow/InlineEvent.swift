/// The inline markup that can be open around text.
enum InlineMark: UInt8 {
    case emphasis, strong, strikethrough, link, rawElement
}

/// Something other than text at a place of an `InlineRun`.
struct InlineEvent {
    enum Kind: UInt8 {
        /// Markup begins; `partner` is the event that ends it.
        case open
        /// Markup ends; `partner` is the event that began it.
        case close
        /// Finished Markdown that is copied as it is: `atom` are its bytes among the run's atoms.
        case atom
        /// Inline code: `atom` is its text.
        case code
        /// A hard line break.
        case lineBreak
    }

    var kind: Kind
    /// For `open` and `close`.
    var mark = InlineMark.emphasis
    /// Filled in while writing: the delimiter's character, or 0 if the markup is left out.
    var delimiter: UInt8 = 0
    /// Before which byte of the run's text it happens.
    var offset: Int
    /// The index of the event at the other end; -1 as long as there is none.
    var partner = -1
    /// Links and raw elements: the number in the writer's list.
    var payload = 0
    /// Atoms and code: where the bytes lie among the run's atoms.
    var atom = 0..<0
}

/// Markup whose element has been entered and not been left.
struct OpenMark {
    var mark: InlineMark
    var payload: Int
    /// The index of the event that opened it in this run; -1 as long as no content has come.
    var event = -1
    /// A link inside a link is open: the outer one goes on after it.
    var isSuspended = false
    /// Set by b and i, which say how it looks: inside each other they add nothing.
    var isPresentational: Bool
}

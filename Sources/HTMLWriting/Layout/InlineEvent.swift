/// Markup, a line break or finished output at an offset of an `InlineRun`'s text.
struct InlineEvent {
    enum Kind: UInt8 {
        /// Start of markup; `partner` is the index of its end.
        case open
        /// End of markup; `partner` is the index of its start.
        case close
        /// Finished Markdown, copied unchanged: `atom` is its range in the run's atoms.
        case atom
        /// Inline code: `atom` is the range of its text.
        case code
        /// A hard line break.
        case lineBreak
    }

    var kind: Kind
    /// The kind of markup, for `open` and `close`.
    var mark: InlineMark
    /// The delimiter's character, chosen while writing; 0 if the markup is left out.
    var delimiter: UInt8 = 0
    // 32 bits each save memory: a page can have millions of events. A document never has 2 GiB.
    private var offset32: Int32
    private var partner32: Int32
    private var payload32: Int32
    private var atomStart: Int32
    private var atomEnd: Int32

    init(kind: Kind, mark: InlineMark = .emphasis, offset: Int, partner: Int = -1, payload: Int = 0, atom: Range<Int> = 0..<0) {
        self.kind = kind
        self.mark = mark
        offset32 = Int32(offset)
        partner32 = Int32(partner)
        payload32 = Int32(payload)
        atomStart = Int32(atom.lowerBound)
        atomEnd = Int32(atom.upperBound)
    }

    /// Offset of the event in the run's text, in bytes.
    var offset: Int {
        get { Int(offset32) }
        set { offset32 = Int32(newValue) }
    }

    /// The index of the event at the other end of the markup; -1 while the markup is open.
    var partner: Int {
        get { Int(partner32) }
        set { partner32 = Int32(newValue) }
    }

    /// The index of a link or raw element in the writer's list.
    ///
    /// For emphasis, 1 means that the delimiter must not be able to close the markup around it.
    var payload: Int {
        get { Int(payload32) }
        set { payload32 = Int32(newValue) }
    }

    /// The range of an atom or of code in the run's atoms.
    var atom: Range<Int> {
        get { Int(atomStart)..<Int(atomEnd) }
        set { (atomStart, atomEnd) = (Int32(newValue.lowerBound), Int32(newValue.upperBound)) }
    }
}

/// The kinds of inline markup.
enum InlineMark: UInt8 {
    case emphasis, strong, strikethrough, link, rawElement
}

/// Inline markup whose element is still open.
struct OpenMark {
    var mark: InlineMark
    var payload: Int
    /// The index of its open event in this run; -1 until the markup has content.
    var event = -1
    /// Whether a nested link interrupts this link, because links cannot contain links in Markdown.
    var isSuspended = false
    /// Whether the element (`b`, `i`) only sets a style, so that it adds nothing inside markup of the same kind.
    var isPresentational: Bool
}

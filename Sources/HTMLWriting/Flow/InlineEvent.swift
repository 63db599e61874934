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
    var mark: InlineMark
    /// Filled in while writing: the delimiter's character, or 0 if the markup is left out.
    var delimiter: UInt8 = 0
    // 32 bits each: a page of nothing but markup has millions of events, and a document never has 2 GiB.
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

    /// Before which byte of the run's text it happens.
    var offset: Int {
        get { Int(offset32) }
        set { offset32 = Int32(newValue) }
    }

    /// The index of the event at the other end; -1 as long as there is none.
    var partner: Int {
        get { Int(partner32) }
        set { partner32 = Int32(newValue) }
    }

    /// Links and raw elements: the number in the writer's list.
    var payload: Int {
        get { Int(payload32) }
        set { payload32 = Int32(newValue) }
    }

    /// Atoms and code: where the bytes lie among the run's atoms.
    var atom: Range<Int> {
        get { Int(atomStart)..<Int(atomEnd) }
        set { (atomStart, atomEnd) = (Int32(newValue.lowerBound), Int32(newValue.upperBound)) }
    }
}

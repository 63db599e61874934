/// Writes the inline content of one block: its text with the necessary escapes, and the markup around it.
///
/// The run is complete before it is written, so every escape can depend on the text and markup that follow. Escapes at the start of a
/// line are decided when the line ends (`LineStart.swift`).
struct InlineWriter {
    /// The kind of block that the content belongs to.
    enum BlockKind { case paragraph, heading, cell }

    let isPlain: Bool
    let emphasisMark: UInt8
    let usesReferences: Bool
    let wrapWidth: Int?
    /// Whether braces and angle brackets begin expressions and elements.
    let isMDX: Bool
    /// Whether the Markdown may hold HTML.
    let writesHTML: Bool
    /// Whether a dollar sign begins a formula.
    let hasMath: Bool

    var run = InlineRun()
    var block = BlockKind.paragraph
    /// The link targets of the document. Events hold indices into it.
    var links: [LinkTarget] = []
    var references = LinkReferences()
    /// The tags of elements that are written as HTML. Events hold indices into it.
    var rawElements: [RawElement] = []

    // State of the current block.
    var needs = EscapeNeeds()
    var events: [InlineEvent] = []
    var linkDepth = 0
    /// Whether to write the next character of text as a character reference.
    var encodesNext = false
    /// The end of the last bare URL that was checked, as an offset in the text.
    var addressEnd = -1
    /// Whether the URL that ends at `addressEnd` needs no escapes.
    var addressIsPlain = true
    /// The spaces at which the line may be broken, as offsets in the output.
    var breaks: [Int] = []

    init(options: FlowOptions) {
        isPlain = options.isPlain
        emphasisMark = options.markdown.emphasis == .asterisk ? 0x2A : 0x5F
        usesReferences = options.markdown.links == .reference
        wrapWidth = options.markdown.wrapWidth
        isMDX = options.markdown.isMDX
        hasMath = !options.isPlain && options.markdown.math == .tex
        writesHTML = !options.isPlain && options.markdown.rawHTML == .whenNeeded
    }

    /// Writes the collected run and empties it.
    mutating func write(into layout: inout BlockLayout) {
        // Moving the run out of self while it is read avoids a copy of its buffers.
        var run = InlineRun()
        swap(&run, &self.run)
        run.finish()
        breaks.removeAll(keepingCapacity: true)
        if isPlain {
            writePlain(run, into: &layout)
        } else {
            writeMarkdown(run, into: &layout)
        }
        run.reset()
        swap(&run, &self.run)
    }

    private mutating func writeMarkdown(_ run: borrowing InlineRun, into layout: inout BlockLayout) {
        needs = EscapeNeeds(text: run.text, reading: run.events.allSatisfy { $0.kind == .lineBreak })
        linkDepth = 0
        encodesNext = false
        addressEnd = -1
        if run.events.isEmpty {
            write(run.text, in: 0..<run.text.count, endsAtEvent: false, into: &layout.out)
        } else {
            events = run.events
            movePunctuationOut(of: run.text)
            planDelimiters(text: run.text)
            writeEvents(of: run, into: &layout)
        }
        events.removeAll(keepingCapacity: events.capacity < 1 << 16)
    }

    private mutating func writeEvents(of run: borrowing InlineRun, into layout: inout BlockLayout) {
        var offset = 0
        var index = 0
        while index < events.count {
            let event = events[index]
            if event.offset > offset {
                write(run.text, in: offset..<event.offset, endsAtEvent: true, into: &layout.out)
                offset = event.offset
            }
            switch event.kind {
            case .lineBreak: writeLineBreak(into: &layout)
            case .atom:
                encodesNext = false
                layout.out.append(contentsOf: run.atoms[event.atom])
            case .code:
                encodesNext = false
                index = writeCode(index, atoms: run.atoms, into: &layout.out)
            case .open:
                if event.mark == .link, let end = autolinkEnd(index, text: run.text) {
                    layout.out.append(0x3C)
                    layout.out.append(contentsOf: run.text[offset..<end])
                    layout.out.append(0x3E)
                    offset = end
                    index += 1
                } else {
                    open(index, text: run.text, into: &layout)
                }
            case .close: close(index, text: run.text, into: &layout)
            }
            index += 1
        }
        write(run.text, in: offset..<run.text.count, endsAtEvent: false, into: &layout.out)
    }

    /// Writes inline code. Merges directly adjacent code into one span, because the backticks of two spans would form one run.
    ///
    /// - Returns: The index of the last event that was written.
    private func writeCode(_ index: Int, atoms: [UInt8], into out: inout [UInt8]) -> Int {
        var text = Array(atoms[events[index].atom])
        var last = index
        var next = index + 1
        while next < events.count, events[next].offset == events[index].offset {
            if events[next].kind == .code {
                text.append(contentsOf: atoms[events[next].atom])
                last = next
            } else if !events[next].isLeftOut {
                break
            }
            next += 1
        }
        out.append(contentsOf: CodeSpan.markdown(text, inTable: block == .cell))
        return last
    }

    private mutating func writeLineBreak(into layout: inout BlockLayout) {
        encodesNext = false
        guard block == .paragraph else {
            layout.out.append(contentsOf: (block == .cell && writesHTML ? "<br>" : " ").utf8)
            return
        }
        layout.out.append(0x5C)
        endLine(of: &layout)
        layout.beginLine()
    }

    /// The index of the first event at or after an offset, by binary search.
    func firstEvent(at offset: Int) -> Int {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Ends a line of a paragraph: wraps it and escapes its start.
    mutating func endLine(of layout: inout BlockLayout) {
        if let wrapWidth, !breaks.isEmpty {
            layout.wrapLine(at: breaks, width: wrapWidth, isPlain: isPlain)
        } else if !isPlain {
            layout.escapeLineStart()
        }
        breaks.removeAll(keepingCapacity: true)
        layout.endLine()
    }
}

/// The characters of a block that may need escapes, so that a lone `*` or `~` gets no backslash.
struct EscapeNeeds {
    var star = true
    var underscore = true
    var tilde = true
    var backtick = true
    /// Whether the block begins like a link reference definition.
    var definition = false

    /// Creates needs by which every delimiter gets an escape.
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

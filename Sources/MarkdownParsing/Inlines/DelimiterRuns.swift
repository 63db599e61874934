internal import HTMLParsing

/// The runs of `*`, `_` and `~` of a text, and the tags that they become.
///
/// - SeeAlso: [CommonMark, An algorithm for parsing nested emphasis and links](https://spec.commonmark.org/0.31.2/#an-algorithm-for-parsing-nested-emphasis-and-links)
struct DelimiterRuns {
    /// A run of one character.
    struct Run {
        let character: UInt8
        let canOpen: Bool
        let canClose: Bool
        /// The original number of characters.
        let length: Int32
        /// The number of characters that have not become tags.
        var rest: Int32
        /// The neighbouring runs that may still become tags; -1 for none.
        var previous: Int32
        var next: Int32 = -1
        /// The first and last end tag, in the order of the text; -1 for none.
        var firstEnd: Int32 = -1
        var lastEnd: Int32 = -1
        /// The first start tag, in the order of the text; -1 for none.
        var firstStart: Int32 = -1
    }

    /// A tag of a run: `em`, `strong` or `del`, and the next tag of the run.
    struct EmphasisTag {
        let tag: HTMLTag
        var next: Int32
    }

    private(set) var all: [Run] = []
    private(set) var tags: [EmphasisTag] = []
    /// The last run that may still become a tag; -1 for none.
    private(set) var last: Int32 = -1
    /// The number of runs that were compared since the start, which tests compare with the length of a document.
    private(set) var steps = 0

    mutating func removeAll() {
        all.removeAll(keepingCapacity: true)
        tags.removeAll(keepingCapacity: true)
        last = -1
    }

    /// Adds a run and returns its number.
    mutating func add(_ character: UInt8, length: Int, canOpen: Bool, canClose: Bool) -> Int32 {
        let number = Int32(all.count)
        let length = Int32(truncatingIfNeeded: length)
        if last >= 0 { all[Int(last)].next = number }
        all.append(Run(character: character, canOpen: canOpen, canClose: canClose, length: length, rest: length, previous: last))
        last = number
        return number
    }

    /// Turns the unmatched runs after `bottom` into text.
    mutating func drop(above bottom: Int32) {
        last = bottom
        if bottom >= 0 { all[Int(bottom)].next = -1 }
    }

    /// Matches opening and closing runs after `bottom`. The other runs become text.
    mutating func process(above bottom: Int32) {
        guard last > bottom else { return }
        /// For each kind of closing run, the run after which the search for an opening run stops: `openers_bottom` in CommonMark.
        var floors = InlineArray<18, Int32>(repeating: bottom)
        var closer = last
        while all[Int(closer)].previous > bottom { closer = all[Int(closer)].previous }
        while closer >= 0 {
            steps &+= 1
            let run = all[Int(closer)]
            guard run.canClose else {
                closer = run.next
                continue
            }
            let kind = Self.kind(run)
            if let opener = opener(of: run, above: max(floors[kind], bottom)) {
                closer = pair(opener, closer)
            } else {
                floors[kind] = run.previous
                if !run.canOpen { remove(closer) }
                closer = run.next
            }
        }
        drop(above: bottom)
    }

    private static func kind(_ run: Run) -> Int {
        let character = run.character == UInt8(ascii: "*") ? 0 : run.character == UInt8(ascii: "_") ? 6 : 12
        return character + (run.canOpen ? 3 : 0) + Int(run.length % 3)
    }

    private mutating func opener(of closer: Run, above floor: Int32) -> Int32? {
        var candidate = closer.previous
        while candidate > floor {
            steps &+= 1
            let run = all[Int(candidate)]
            if run.canOpen, run.character == closer.character {
                if run.character == UInt8(ascii: "~") {
                    if run.length == closer.length { return candidate }
                } else if !(closer.canOpen || run.canClose) || closer.length % 3 == 0 || (run.length + closer.length) % 3 != 0 {
                    return candidate
                }
            }
            candidate = run.previous
        }
        return nil
    }

    /// Turns characters of an opening and a closing run into tags.
    ///
    /// - Returns: The next run that may close.
    private mutating func pair(_ opener: Int32, _ closer: Int32) -> Int32 {
        let (open, close) = (Int(opener), Int(closer))
        let isStrikethrough = all[open].character == UInt8(ascii: "~")
        let isDouble = all[open].rest >= 2 && all[close].rest >= 2
        let used = isStrikethrough ? all[open].rest : isDouble ? 2 : 1
        let tag = isStrikethrough ? HTMLTag.del : isDouble ? .strong : .em
        all[open].rest -= used
        all[close].rest -= used
        tags.append(EmphasisTag(tag: tag, next: all[open].firstStart))
        all[open].firstStart = Int32(tags.count - 1)
        tags.append(EmphasisTag(tag: tag, next: -1))
        let end = Int32(tags.count - 1)
        if all[close].lastEnd >= 0 { tags[Int(all[close].lastEnd)].next = end } else { all[close].firstEnd = end }
        all[close].lastEnd = end
        // The runs between these two cannot become tags any more.
        all[open].next = closer
        all[close].previous = opener
        if all[open].rest == 0 { remove(opener) }
        guard all[close].rest == 0 else { return closer }
        remove(closer)
        return all[close].next
    }

    private mutating func remove(_ number: Int32) {
        let run = all[Int(number)]
        if run.previous >= 0 { all[Int(run.previous)].next = run.next }
        if run.next >= 0 { all[Int(run.next)].previous = run.previous } else { last = run.previous }
    }
}

extension InlineParser {
    /// Reads a run of `*`, `_` or `~`.
    mutating func run(_ text: Span<UInt8>) {
        let character = text[position]
        var end = position
        while end < text.count, text[end] == character { end &+= 1 }
        let before = CharacterKind(before: position, in: text)
        let after = CharacterKind(at: end, in: text)
        let isLeft = after != .space && (after != .punctuation || before != .other)
        let isRight = before != .space && (before != .punctuation || after != .other)
        var (canOpen, canClose) = (isLeft, isRight)
        if character == UInt8(ascii: "_") {
            canOpen = isLeft && (!isRight || before == .punctuation)
            canClose = isRight && (!isLeft || after == .punctuation)
        } else if character == UInt8(ascii: "~"), end - position > 2 {
            (canOpen, canClose) = (false, false)
        }
        guard canOpen || canClose else {
            position = end
            return
        }
        let number = runs.add(character, length: end - position, canOpen: canOpen, canClose: canClose)
        take(.run, position..<end, end: end, value: number)
    }

    mutating func processRuns(above bottom: Int32) { runs.process(above: bottom) }
}

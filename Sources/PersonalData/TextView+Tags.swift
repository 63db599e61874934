internal import HTMLParsing

/// Finds tags and comments in the source of a view.
extension TextView {
    /// The offset behind the comment whose content begins at an offset; nil if it has no end.
    func commentEnd(_ start: Int) -> Int? {
        var place = start
        while place + 2 < source.count {
            if source[place] == 0x2D, source[place + 1] == 0x2D, source[place + 2] == 0x3E { return place + 3 }
            place += 1
        }
        return nil
    }

    enum TagResult {
        case tag(Markup, isInline: Bool)
        case unfinished
        case none
    }

    /// Reads a tag. Text such as `<ann@example.com>` and `<Ann Example>` is none.
    func tag(at start: Int) -> TagResult {
        var place = start + 1
        if source.at(place) == UInt8(ascii: "/") { place += 1 }
        let nameStart = place
        while place < source.count, place - nameStart < 40, source[place].isAlphanumeric || source[place] == 0x2D || source[place] == 0x3A {
            place += 1
        }
        guard place > nameStart, source[nameStart].isASCIILetter, place < source.count else { return .none }
        // An autolink of Markdown, such as <https://example.com>, is no tag with a prefix.
        if source[place - 1] == 0x3A { return .none }
        guard source[place].isSpace || source[place] == 0x2F || source[place] == 0x3E else { return .none }
        let name = source.lowercased(nameStart..<place)
        let isInline = TagNames.inline.contains(name)
        guard isInline || TagNames.others.contains(name) || name.contains(":") || name.contains("-") else { return .none }
        var tag = Markup(range: start..<start)
        var attribute = place
        /// Notes the name of an attribute that ends at an offset. Names of letters alone hold no data.
        func noteName(endingAt end: Int) {
            if attribute < end, source[attribute..<end].contains(where: { !$0.isASCIILetter }) { tag.values.append(attribute..<end) }
        }
        while place < source.count {
            let byte = source[place]
            if byte == UInt8(ascii: ">") {
                noteName(endingAt: place)
                return .tag(Markup(range: start..<place + 1, values: tag.values), isInline: isInline)
            }
            guard byte == UInt8(ascii: "=") else {
                place += 1
                if byte.isSpace || byte == UInt8(ascii: "/") {
                    noteName(endingAt: place - 1)
                    attribute = place
                }
                continue
            }
            noteName(endingAt: place)
            place += 1
            while place < source.count, source[place].isSpace { place += 1 }
            let quote = source.at(place)
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                guard let end = source[(place + 1)...].firstIndex(of: quote) else { return .unfinished }
                tag.values.append(place + 1..<end)
                place = end + 1
                attribute = place
            } else {
                let valueStart = place
                while place < source.count, !source[place].isSpace, source[place] != UInt8(ascii: ">") { place += 1 }
                if place > valueStart { tag.values.append(valueStart..<place) }
                attribute = place
            }
        }
        return .unfinished
    }
}

/// The names of HTML's elements.
private enum TagNames {
    /// Elements inside of a line: a word may begin in one and end in another.
    static let inline = names(
        "a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr"
    )
    static let others = names(
        "address area article aside audio base basefont blockquote body br button canvas caption center col colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input label legend li link main map menu meta meter nav noframes noscript object ol optgroup option output p param picture pre progress rp rt ruby script search section select slot source style summary svg table tbody td template textarea tfoot th thead title tr track ul video"
    )

    private static func names(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}

/// Finds many words in one pass over a text: an automaton after Aho and Corasick.
///
/// Case does not matter. A blank in a word stands for a word boundary: the beginning or end of the text, or an ASCII byte that is neither
/// a letter nor a digit. So `share` is found in `ashared`, and ` share ` is not.
///
/// - SeeAlso: Aho and Corasick, Efficient string matching, Communications of the ACM 18 (1975)
struct WordMatcher: Sendable {
    /// The number of symbols: letters, digits, word boundaries, and other bytes.
    private static let symbolCount = 38
    private static let blank = 36

    /// The next state for each state and symbol.
    private var next: [UInt16] = []
    /// The groups of the words that end in a state.
    private var found: [PageWords] = []

    /// - Parameter words: Words, with blanks between them, of each group. In a word, `_` stands for a word boundary.
    init(_ words: [(group: PageWords, words: String)]) {
        var children: [[Int: Int]] = [[:]]
        found = [[]]
        for (group, list) in words {
            for word in list.split(separator: " ") {
                var state = 0
                for symbol in word.utf8.map(Self.symbol) {
                    if let child = children[state][symbol] {
                        state = child
                    } else {
                        children.append([:])
                        found.append([])
                        children[state][symbol] = children.count - 1
                        state = children.count - 1
                    }
                }
                found[state].formUnion(group)
            }
        }
        connect(children)
    }

    /// Fills the table. From a state without a child for a symbol, the automaton continues at its fallback: the state of the longest suffix
    /// that begins a word.
    private mutating func connect(_ children: [[Int: Int]]) {
        next = [UInt16](repeating: 0, count: children.count * Self.symbolCount)
        var fallback = [Int](repeating: 0, count: children.count)
        var open = [0]
        var place = 0
        while place < open.count {
            let state = open[place]
            place += 1
            found[state].formUnion(found[fallback[state]])
            for symbol in 0..<Self.symbolCount {
                let other = state == 0 ? 0 : Int(next[fallback[state] * Self.symbolCount + symbol])
                guard let child = children[state][symbol] else {
                    next[state * Self.symbolCount + symbol] = UInt16(truncatingIfNeeded: other)
                    continue
                }
                next[state * Self.symbolCount + symbol] = UInt16(truncatingIfNeeded: child)
                fallback[child] = other
                open.append(child)
            }
        }
    }

    /// The groups of the words that a part of some bytes contains.
    func groups(in bytes: [UInt8], _ range: Range<Int>) -> PageWords {
        let (next, found, text) = (next.span, found.span, bytes.span.extracting(range))
        var state = Int(next[Self.blank])
        var groups = found[state]
        for index in text.indices {
            state = Int(next[state * Self.symbolCount + Self.symbol(text[index])])
            groups.formUnion(found[state])
        }
        return groups.union(found[Int(next[state * Self.symbolCount + Self.blank])])
    }

    @inline(__always)
    private static func symbol(_ byte: UInt8) -> Int {
        let letter = (byte | 0x20) &- 0x61
        if letter < 26 { return Int(letter) }
        let digit = byte &- 0x30
        if digit < 10 { return Int(digit) + 26 }
        return byte < 0x80 ? blank : blank + 1
    }
}

/// Groups of words in the class or the identifier of an element, each a hint at its role.
struct PageWords: OptionSet, Sendable {
    let rawValue: UInt16

    /// Navigation, advertisements and other surroundings of a text.
    static let surroundings = PageWords(rawValue: 1)
    /// A list of readers' comments.
    static let comments = PageWords(rawValue: 2)
    /// A container that may hold the text, although other words speak against it.
    static let container = PageWords(rawValue: 4)
    /// A sign of text, for the weight of an element.
    static let text = PageWords(rawValue: 8)
    /// A sign of something else, for the weight of an element.
    static let other = PageWords(rawValue: 16)
    /// Buttons that share a page.
    static let share = PageWords(rawValue: 32)
    /// The line with the author.
    static let byline = PageWords(rawValue: 64)
    /// Footnotes and endnotes.
    static let notes = PageWords(rawValue: 128)
    /// Boxes that ask readers to subscribe, and notices about cookies.
    static let requests = PageWords(rawValue: 256)
    /// The date of the text.
    static let date = PageWords(rawValue: 512)

    /// A host whose films in a page are part of its text.
    static let film = PageWords(rawValue: 1024)

    /// A line in front of links to other texts.
    static let invitation = PageWords(rawValue: 2048)

    /// Finds the words of such lines, in several languages. Letters beyond ASCII stand for any of them.
    static let invitations = WordMatcher([
        (
            .invitation,
            """
            _related_ _read_more _read_next _more_on_ _more_from_ _you_may_also _you_might_also _recommended_ _mehr_zum_thema_ \
            _lesen_sie_auch_ _auch_interessant_ _lire_aussi_ _sur_le_même_sujet_ _lee_también_ _más_sobre_ _te_puede_interesar_ \
            _leia_também_ _leggi_anche_ _lees_ook_ _läs_också_ _читайте_также_
            """
        )
    ])

    /// Finds the hosts of films in an address.
    static let films = WordMatcher([
        (
            .film,
            """
            __youtube_com_ _www_youtube_com_ __youtube_nocookie_com_ _www_youtube_nocookie_com_ __youtu_be_ __vimeo_com_ \
            __player_vimeo_com_ __dailymotion_com_ _www_dailymotion_com_ __v_qq_com_ __bilibili_com_ __player_bilibili_com_ \
            __archive_org_ __upload_wikimedia_org_ __player_twitch_tv_
            """
        )
    ])

    /// The words of English, and of a few more languages whose sites use their own.
    static let matcher = WordMatcher([
        (
            .surroundings,
            """
            _ad_ _ads_ _advert advertis adsbox agegate ai2html anzeige banner breadcrumb combx community consentbanner cookie_banner \
            cookie_bar cookie_consent cookie_law cookie_notice cookiebanner cookieconsent cookienotice cover_wrap disqus extra footer \
            fusszeile gdpr header legends menu menue navbar _navi pagination pager pied_de_page popup publicidad publicite related \
            remark rss shoutbox sidebar skyscraper social sponsor supplement werbung yom_remote outbrain taboola
            """
        ),
        (.comments, "comment kommentar comentario replies"),
        (.container, "and article artikel articulo body column content inhalt contenido contenu main mathjax shadow"),
        (.text, "article artikel articulo beitrag body content contenido contenu entry hentry main page post text blog story"),
        (
            .other,
            """
            _ad_ hidden _hid_ banner combx com_ contact footer fusszeile gdpr masthead media meta outbrain promo \
            related scroll share shoutbox sidebar skyscraper sponsor shopping taboola tags werbung widget
            """
        ),
        (.share, "_share_ _sharedaddy_ _sharing_ _social_share teilen_"),
        (.byline, "byline author dateline writtenby autor _auteur"),
        (.notes, "footnote endnote fussnote _notes_de_bas reflist"),
        (.date, "_date _datum _fecha dateline publish timestamp"),
        (.requests, "cookie_ cookies_ consent newsletter paywall subscribe"),
    ])
}

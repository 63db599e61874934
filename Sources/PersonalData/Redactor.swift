internal import HTMLParsing

/// Replaces personal data in the texts of one record by aliases such as `[PERSON_1]`. Equal values get equal aliases.
///
///     var redactor = Redactor(kinds: PersonalDataKind.standard)
///     redactor.add(header: "Ann Example <ann@example.com>")
///     redactor.redacted("Ann's number is +49 30 123456.")  // [PERSON_1]'s number is [PHONE_1].
public struct Redactor: Sendable {
    /// A piece that a pattern of the caller matches.
    public struct PatternMatch: Sendable {
        /// The name in the alias, such as `TICKET`.
        let name: String
        /// The place in the text that the patterns were given, in Unicode scalars.
        let range: Range<Int>

        /// - Parameters:
        ///   - name: The name in the alias.
        ///   - range: The place in the text, in Unicode scalars.
        public init(name: String, range: Range<Int>) {
            self.name = name
            self.range = range
        }
    }

    /// Why a text cannot be redacted.
    public enum Fault: Error {
        /// The text has two GiB or more.
        case textTooLong
        /// A pattern has a match that is not in the text.
        case matchOutsideText
    }

    /// The nesting of texts in attributes of texts.
    private static let maxDepth = 4
    /// The longest text whose places fit the numbers of ``TextView``.
    private static let maxBytes = Int(Int32.max)

    private let kinds: Set<PersonalDataKind>
    private let patterns: (@Sendable (String) throws -> [PatternMatch])?
    private var persons: PersonList
    /// The numbers of the values, by kind and key.
    private var numbers: [String: [String: Int]] = [:]
    /// The last number that was given, by kind.
    private var lastNumber: [String: Int] = [:]
    /// The numbers of aliases that the record has from an earlier redaction, by kind.
    private var taken: [String: Set<Int>] = [:]
    /// How many pieces were replaced, by the name in the alias, such as `EMAIL`.
    public private(set) var counts: [String: Int] = [:]

    /// Creates a redactor for one record.
    ///
    /// - Parameters:
    ///   - kinds: What is replaced.
    ///   - usesNameParts: Whether first names and last names alone are replaced, too.
    ///   - patterns: Finds more in the text as a reader sees it.
    public init(
        kinds: Set<PersonalDataKind>, usesNameParts: Bool = true, patterns: (@Sendable (String) throws -> [PatternMatch])? = nil
    ) {
        self.kinds = kinds
        self.patterns = patterns
        persons = PersonList(usesParts: usesNameParts)
    }

    // MARK: - Names

    /// Adds a person by name.
    ///
    /// - Returns: Whether the name can be found: false if no word of it can be a person's, or if it is longer than 200 bytes.
    @discardableResult
    public mutating func add(name: String) -> Bool { persons.add(name: TextView(Bytes(name.utf8)).bytes) }

    /// Makes the persons so far those of all copies, so that a copy for each record costs nothing.
    public mutating func share() { persons.share() }

    /// Adds the persons in a list of mailboxes, such as the value of `To`.
    public mutating func add(header: String) {
        if kinds.contains(.person) { persons.add(header: Self.readable(header)) }
    }

    /// Adds the persons that a text shows as senders and receivers, as quoted messages do.
    public mutating func add(text: String) {
        if kinds.contains(.person), text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ":") }) {
            persons.add(text: Self.readable(text))
        }
    }

    /// A text as finders read it, with encoded words of headers decoded.
    private static func readable(_ text: String) -> Bytes {
        let view = TextView(Bytes(text.utf8)).bytes
        return text.contains("=?") ? TextView(EmbeddedText.decodingWords(in: view)).bytes : view
    }

    /// Keeps the aliases in a text for what they stand for: new values get other numbers.
    public mutating func keep(aliasesIn text: String) {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return }
        let bytes = Bytes(text.utf8)
        var place = 0
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
            place = open + 1
            while place < bytes.count, bytes[place].isUpper || bytes[place].isASCIIDigit || bytes[place] == UInt8(ascii: "_") { place += 1 }
            guard bytes.at(place) == UInt8(ascii: "]"),
                let line = bytes[open..<place].lastIndex(of: UInt8(ascii: "_")), line > open + 1,
                let number = Int(String(decoding: bytes[line + 1..<place], as: UTF8.self))
            else { continue }
            taken[String(decoding: bytes[open + 1..<line], as: UTF8.self), default: []].insert(number)
        }
    }

    // MARK: - Replacing

    /// Replaces personal data in a text, which may be HTML.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isHeader: Whether the text is a header with names: there, a name is one in lower case, too.
    /// - Returns: The new text; nil if the text has no personal data.
    /// - Throws: The error of the patterns; ``Fault``.
    public mutating func redacted(_ text: String, isHeader: Bool = false) throws -> String? {
        guard text.utf8.count < Self.maxBytes else { throw Fault.textTooLong }
        persons.merge()
        let source = Bytes(text.utf8)
        return try redacted(source, isHeader: isHeader, depth: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func redacted(_ source: Bytes, isHeader: Bool, depth: Int) throws -> Bytes? {
        // In an attribute as deep as that, tags are text.
        let view = TextView(source, readsTags: depth < Self.maxDepth)
        var matches = try matches(in: view.bytes, isHeader: isHeader)
        if depth < Self.maxDepth { try addEmbedded(in: view.bytes, isHeader: isHeader, depth: depth, to: &matches) }
        matches = Self.withoutOverlaps(matches)
        if matches.isEmpty, view.markup.allSatisfy(\.values.isEmpty) { return nil }
        var output: Bytes = []
        output.reserveCapacity(source.count)
        var place = 0
        var markup = view.markup[...]
        var hasChanged = false
        /// Copies the source up to an offset. Attributes in tags have their own personal data.
        func copy(to end: Int, onlyMarkup: Bool) throws {
            while let next = markup.first, next.range.lowerBound < end {
                markup.removeFirst()
                if !onlyMarkup { output += source[place..<next.range.lowerBound] }
                try copy(next)
                place = next.range.upperBound
            }
            if !onlyMarkup, place < end { output += source[place..<end] }
            place = max(place, end)
        }
        func copy(_ tag: TextView.Markup) throws {
            var start = tag.range.lowerBound
            for value in tag.values {
                guard let new = try redacted(Bytes(source[value]), isHeader: false, depth: depth + 1) else { continue }
                hasChanged = true
                output += source[start..<value.lowerBound]
                output += new
                start = value.upperBound
            }
            output += source[start..<tag.range.upperBound]
        }
        for match in matches {
            let range = view.sourceRange(match.range)
            try copy(to: range.lowerBound, onlyMarkup: false)
            if let embedded = match.embedded {
                let lineEnd = embedded.lineEnd.map { Bytes(source[view.sourceRange($0)]) } ?? []
                let text = try redacted(embedded.text, isHeader: isHeader, depth: depth + 1) ?? embedded.text
                // Tags that end a line stay behind the match.
                output += lineEnd.isEmpty ? embedded.encoded(text) : embedded.encoded(text, lineEnd: lineEnd)
            } else {
                output += alias(of: match)
            }
            // Tags inside of the match stay, so that elements keep their ends.
            try copy(to: range.upperBound, onlyMarkup: true)
            hasChanged = true
        }
        try copy(to: source.count, onlyMarkup: false)
        return hasChanged ? output : nil
    }

    private mutating func alias(of match: PersonalDataMatch) -> Bytes {
        counts[match.name, default: 0] += 1
        let number = numbers[match.name]?[match.key] ?? newNumber(for: match.name)
        numbers[match.name, default: [:]][match.key] = number
        return Bytes("[\(match.name)_\(number)]".utf8)
    }

    private mutating func newNumber(for name: String) -> Int {
        var number = lastNumber[name, default: 0] + 1
        while taken[name]?.contains(number) == true { number += 1 }
        lastNumber[name] = number
        return number
    }

    // MARK: - Finding

    /// All personal data in a text.
    private func matches(in text: Bytes, isHeader: Bool) throws -> [PersonalDataMatch] {
        var found: [PersonalDataMatch] = []
        if kinds.contains(.secret) { SecretFinder.find(in: text, into: &found) }
        if kinds.contains(.url) { URLFinder.find(in: text, into: &found) }
        if kinds.contains(.email) { EmailFinder.find(in: text, into: &found) }
        if kinds.contains(.iban) { IBANFinder.find(in: text, into: &found) }
        if kinds.contains(.card) { CardFinder.find(in: text, into: &found) }
        if kinds.contains(.phone) { PhoneFinder.find(in: text, into: &found) }
        if kinds.contains(.ip) { IPFinder.find(in: text, into: &found) }
        if kinds.contains(.person) { PersonFinder.find(persons, in: text, isHeader: isHeader, into: &found) }
        if let patterns { try find(patterns, in: text, into: &found) }
        return found
    }

    /// Adds the encoded texts that hold personal data.
    private func addEmbedded(in text: Bytes, isHeader: Bool, depth: Int, to found: inout [PersonalDataMatch]) throws {
        for embedded in EmbeddedText.all(in: text) {
            var probe = self
            guard try probe.redacted(embedded.text, isHeader: isHeader, depth: depth + 1) != nil else { continue }
            found.append(PersonalDataMatch(range: embedded.range, name: "", key: "", embedded: embedded))
        }
    }

    /// The matches in order. Of two that overlap, the longer one stays and covers both.
    private static func withoutOverlaps(_ found: [PersonalDataMatch]) -> [PersonalDataMatch] {
        if found.count < 2 { return found }
        let order = found.enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
        var result: [PersonalDataMatch] = []
        var length = 0  // of the match whose alias the last piece has
        for (_, match) in order {
            guard let last = result.last, match.range.lowerBound < last.range.upperBound else {
                result.append(match)
                length = match.range.count
                continue
            }
            let range = last.range.lowerBound..<max(last.range.upperBound, match.range.upperBound)
            // An encoded text covers only what is in it.
            if match.range.count > length && match.embedded == nil
                || last.embedded != nil && (range != last.range || match.name == PersonalDataKind.secret.alias)
            {
                result[result.count - 1] = match
                length = match.range.count
            }
            result[result.count - 1].range = range
        }
        return result
    }

    private func find(
        _ patterns: @Sendable (String) throws -> [PatternMatch], in text: Bytes, into found: inout [PersonalDataMatch]
    ) throws {
        let string = String(decoding: text, as: UTF8.self)
        let matches = try patterns(string).filter { !$0.range.isEmpty }
        if matches.isEmpty { return }
        // The offset in bytes of each scalar.
        var offsets: [Int] = []
        for place in text.indices where text[place] & 0xC0 != 0x80 { offsets.append(place) }
        offsets.append(text.count)
        for match in matches {
            guard match.range.lowerBound >= 0, match.range.upperBound < offsets.count else { throw Fault.matchOutsideText }
            let range = offsets[match.range.lowerBound]..<offsets[match.range.upperBound]
            found.append(PersonalDataMatch(range: range, name: match.name, key: String(decoding: text[range], as: UTF8.self)))
        }
    }
}

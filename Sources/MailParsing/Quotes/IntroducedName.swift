/// The words directly in front of the address of an attribution, which are the sender's name.
///
/// Names have words that mean something else in another language: "ben" is Turkish "I", "hans" is Swedish "his". Programs write a name as
/// its owner does, often in small letters. So such a word is no sign of a sentence where it fits into a name.
struct IntroducedName {
    private let tokens: [IntroductionTokens.Token]
    /// The tokens of the name.
    private let words: Range<Int>
    /// Whether all words of the name have small letters.
    private let isSmall: Bool
    /// Whether quoted lines are directly below, and a date is in the line. Then it is hardly a sentence.
    private let isProven: Bool

    /// Finds the name; nil if no address in brackets follows it.
    ///
    /// - Parameters:
    ///   - tokens: The tokens of the whole line.
    ///   - isAboveQuote: Whether quoted lines are directly below the line.
    init?(_ tokens: [IntroductionTokens.Token], isAboveQuote: Bool) {
        guard let end = tokens.firstIndex(where: { $0.kind == .address }), tokens[end].isBracketed else { return nil }
        let start = tokens[..<end].lastIndex { Self.kinds($0)?.contains(.verb) ?? true }.map { $0 + 1 } ?? 0
        let first = (start..<end).first { !Self.isOfDate(tokens, $0) } ?? end
        guard first < end, Self.canEndName(tokens[end - 1]) else { return nil }
        self.tokens = tokens
        words = first..<end
        isSmall = tokens[words].allSatisfy { $0.text.first?.isLowercase == true }
        isProven = isAboveQuote && tokens.contains { $0.kind == .number }
    }

    /// Whether a word belongs to the name, so that it is no sign of a sentence.
    func has(_ index: Int) -> Bool {
        guard words.contains(index) else { return false }
        let (isFirst, word) = (index == words.lowerBound, tokens[index].text.lowercased())
        if index + 1 < words.upperBound, SenderRoles.contains(tokens[index + 1].text) { return false }
        // "Pani Anna Nowak", "Ihre Sparkasse"
        if isFirst, words.count > 1, Self.polite.contains(String(tokens[index].text)) { return true }
        // "Maria de la cruz", but "Otto, the plumber"
        if !isFirst, ToldIntroduction.articles.contains(word), isJoined(index) { return true }
        guard isSmall else { return false }
        // "anna schreiber", but "escribí a"
        if ToldIntroduction.isForm(ofVerb: word) { return !isFirst }
        return isProven || words.count > 1 && Self.alsoNames.contains(word)
    }

    /// Whether only a space is between a word and the one before it.
    private func isJoined(_ index: Int) -> Bool { tokens[index].range.lowerBound == tokens[index - 1].range.upperBound + 1 }

    private static func kinds(_ token: IntroductionTokens.Token) -> IntroductionWords.Kinds? {
        if case .word(let kinds) = token.kind { return kinds }
        return nil
    }

    /// Whether a word in front of the name belongs to the date or the verb: "10:00 AM", "10:00 Uhr hat". An article may begin a name.
    private static func isOfDate(_ tokens: [IntroductionTokens.Token], _ index: Int) -> Bool {
        guard let kinds = kinds(tokens[index]), !ToldIntroduction.articles.contains(tokens[index].text.lowercased()) else { return false }
        if kinds.contains(.clock) || kinds.contains(.glue) { return true }
        // "jan" is a month behind a day, and a name behind a time.
        guard kinds.isDate, index > 0 else { return false }
        return tokens[index - 1].kind == .number && !tokens[index - 1].text.contains(":")
    }

    /// Whether a word may be the last of a name, and is none that leads to the recipient: "ik aan <otto@example.org>".
    private static func canEndName(_ token: IntroductionTokens.Token) -> Bool {
        guard let kinds = kinds(token) else { return false }
        let word = token.text.lowercased()
        return (kinds.isDisjoint(with: [.glue, .inName]) || alsoNames.contains(word)) && !recipientOpeners.contains(word)
    }

    private static let recipientOpeners: Set<String> = [
        "to", "for", "an", "für", "aan", "voor", "para", "pour", "till", "til", "för", "pro", "către", "για", "к", "для", "до", "untuk",
    ]
    /// The polite words in front of a name, and in front of what a company calls itself.
    private static let polite: Set<String> = ["Ihr", "Ihre", "Pan", "Pani", "Pana", "Państwa", "Ваш", "Ваша", "Ваше"]
    /// The pronouns that are first names or titles, too, and no possessives, which nouns may follow.
    private static let alsoNames: Set<String> = ["ben", "sam", "jo", "hans", "eu", "vi", "ai", "man", "nas", "pan", "pani"]
}

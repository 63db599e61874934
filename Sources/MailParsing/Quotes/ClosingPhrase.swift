internal import HTMLParsing

/// A line that closes a message: `Kind regards,`, `Mit besten Grüßen`, `Z poważaniem`.
///
/// Such a line has a noun of greeting or thanks, and around it words that a language puts beside these nouns. All words have to be of
/// one language, so no list of whole phrases is needed.
struct ClosingPhrase {
    enum Kind { case greeting, thanks }

    let kind: Kind
    /// Whether it is one word, which may also be an item of a list: `Best`, `LG`.
    let isSingleWord: Bool

    private static let maximumWords = 6
    private static let maximumBytes = 80

    /// Reads a line; nil if it is no closing phrase.
    ///
    /// - Parameter line: The line in lower case, trimmed.
    init?(_ line: String) {
        guard line.utf8.count <= Self.maximumBytes else { return nil }
        let words = line.replacing("’", with: "'").split { !$0.isLetter && $0 != "'" && $0 != "-" }
        guard !words.isEmpty, words.count <= Self.maximumWords, !line.contains(where: \.isNumber) else { return nil }
        isSingleWord = words.count == 1
        if let kind = Self.wholePhrases[words.joined(separator: " ")] {
            self.kind = kind
            return
        }
        var (all, greetings, thanks) = (UInt64.max, UInt64(0), UInt64(0))
        for (index, word) in words.enumerated() {
            // Viele Grüße aus Kiel
            if index > 0, greetings & all != 0, Self.places.contains(String(word)), words.count - index <= 3 { break }
            guard let roles = Self.vocabulary[String(word)] else { return nil }
            all &= roles.beside | roles.greeting | roles.thanks
            greetings |= roles.greeting
            thanks |= roles.thanks
        }
        if greetings & all != 0 {
            kind = .greeting
        } else if thanks & all != 0 {
            kind = .thanks
        } else {
            return nil
        }
    }

    private struct Roles {
        /// For each language, one bit.
        var (beside, greeting, thanks) = (UInt64(0), UInt64(0), UInt64(0))
    }

    private static let vocabulary: [String: Roles] = {
        var roles: [String: Roles] = [:]
        for (index, language) in ClosingWords.languages.enumerated() {
            for word in language.beside.split(separator: " ") { roles[String(word), default: Roles()].beside |= 1 << index }
            for word in language.greetings.split(separator: " ") { roles[String(word), default: Roles()].greeting |= 1 << index }
            for word in language.thanks.split(separator: " ") { roles[String(word), default: Roles()].thanks |= 1 << index }
        }
        return roles
    }()

    private static let wholePhrases: [String: Kind] = {
        let lists = [(ClosingWords.wholeGreetings, Kind.greeting), (ClosingWords.wholeThanks, .thanks)]
        return Dictionary(lists.flatMap { phrases, kind in phrases.map { ($0, kind) } }) { first, _ in first }
    }()

    private static let places: Set<String> = ["aus", "vom", "from", "uit", "från", "fra", "depuis"]
}

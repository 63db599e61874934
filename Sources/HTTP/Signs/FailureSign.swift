package import JSONParsing

/// A sign in a response with a good status that the server has failed, as a whole or in part.
package struct FailureSign: Sendable, Equatable {
    /// The sign in words, such as `.ok is false`.
    package let phrase: String
    /// What the server says of it; nil if it says nothing.
    package let words: String?
    /// Whether it means a failure also beside content.
    let isStrong: Bool

    /// Finds the clearest sign.
    ///
    /// A sign counts in the envelope alone, never in content: a record may have a field `error`.
    ///
    /// - Parameters:
    ///   - page: The parsed response.
    ///   - place: Where the response holds its content.
    ///   - isEmpty: Whether no content was found.
    /// - Returns: nil if nothing says that the server has failed.
    package static func find(in page: JSONValue?, around place: ContentPlace, isEmpty: Bool) -> FailureSign? {
        guard let page else { return nil }
        let signs = place.levels(in: page).lazy.flatMap { FailureSignReader(level: $0).signs }
        return signs.first { $0.isStrong || isEmpty }
    }

    /// The sign as a sentence.
    ///
    /// - Parameter name: The request, which quotes the server's words.
    package func sentence(of name: RequestName) -> String {
        let quote = words.map { name.quote($0, characters: 200) } ?? ""
        let place = name.isSecret ? "" : " (\(phrase))"
        return "the response reports a failure" + (quote.isEmpty ? "" : ": \"\(quote)\"") + place
    }
}

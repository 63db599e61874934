package import JSONParsing

/// A sign in a response with a good status that the server has failed, as a whole or in part.
package struct FailureSign: Sendable, Equatable {
    /// Where the sign is, as a jq path such as `.ok`.
    package let place: String
    /// The value there as compact JSON; nil for an object or array.
    package let value: String?
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
        return "the response reports a failure" + (quote.isEmpty ? "" : ": \"\(quote)\"")
            + (name.isSecret ? "" : " (\(fact { name.quote($0) }))")
    }

    /// The sign in words, such as `.ok is false`.
    ///
    /// - Parameter quote: Masks and cuts the value.
    func fact(quote: (String) -> String) -> String { value.map { "\(place) is \(quote($0))" } ?? "it has \(place)" }
}

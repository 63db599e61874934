package import JSONParsing

/// A list beside the place at which a program found nothing: a program such as `.items // empty` takes a misspelt name for an empty list.
package struct UnreadList: Sendable, Equatable {
    /// The list and the places of which nothing was found, in words.
    package let phrase: String

    /// Looks for the list.
    ///
    /// - Parameters:
    ///   - page: The parsed response.
    ///   - place: Where the program looks for its content.
    /// - Returns: nil if something is there, if it is unknown what the program reads, or if there is no list of objects beside it.
    package init?(in page: JSONValue?, around place: ContentPlace) {
        guard let page, let level = place.levels(in: page).last, !level.content.isEmpty,
            level.content.allSatisfy({ level.members[$0]?.isNull ?? true }),
            let list = level.members.first(where: { $0.value.array?.first?.kind == .object })
        else { return nil }
        let wanted = level.content.sorted().map { JSONPathStep.text(ofKeys: level.path + [$0]) }.joined(separator: " and ")
        phrase = "nothing found at \(wanted), but \(JSONPathStep.text(ofKeys: level.path + [list.key])) has a list that is not read"
    }
}

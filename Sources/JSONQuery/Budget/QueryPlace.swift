/// A piece of a program, or of the definitions that it calls.
package struct QueryPlace: Equatable, Sendable {
    /// Bytes from the start of the text.
    package let range: Range<Int>
    /// Whether the range is one of the definitions (``QueryDefinitions/source``), and not of the program.
    package let isInDefinitions: Bool
    /// The value that the piece failed on, such as `.messages[3].date: number (7)`; without a path if that is not known, and nil if it is
    /// not known, or is the whole input.
    package fileprivate(set) var input: String?

    init(range: Range<Int>, isInDefinitions: Bool) {
        self.range = range
        self.isInDefinitions = isInDefinitions
    }

    /// The same place with the value that the piece failed on.
    func with(_ input: String?) -> QueryPlace {
        var place = self
        place.input = input
        return place
    }
}

/// A path to elements in a document, such as `/rss/channel/item`.
///
/// Each step is a name as it is written in the document (`rdf:RDF`), a name with any prefix or none (`*:entry`), or `*` for any element.
public struct XMLPath: Hashable, Sendable {
    private enum Step: Hashable, Sendable {
        case any
        case local(String)
        case written(String)
    }

    private let steps: [Step]

    /// Reads a path.
    ///
    /// - Parameter text: Names, each after a slash.
    /// - Returns: nil if the text is no path.
    public init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var steps: [Step] = []
        for name in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if name == "*" {
                steps.append(.any)
                continue
            }
            let isLocal = name.hasPrefix("*:")
            let rest = isLocal ? name.dropFirst(2) : name
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= (isLocal ? 1 : 2), parts.allSatisfy(Self.isName) else { return nil }
            steps.append(isLocal ? .local(String(rest)) : .written(String(rest)))
        }
        self.steps = steps
    }

    /// Makes a path that the program itself contains.
    ///
    /// - Precondition: The text is a path.
    public init(constant text: StaticString) {
        guard let path = XMLPath(text.description) else { preconditionFailure("\(text) is no path of elements") }
        self = path
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, XMLNameCharacters.isStart(first.value) else { return false }
        return text.unicodeScalars.allSatisfy { XMLNameCharacters.isPart($0.value) }
    }

    /// The number of names.
    var depth: Int { steps.count }

    /// Whether the step at a depth matches an element.
    func matches(_ name: XMLName, atDepth depth: Int) -> Bool {
        switch steps[depth] {
        case .any: true
        case .local(let local): name.local == local
        case .written(let written): name.written == written
        }
    }
}

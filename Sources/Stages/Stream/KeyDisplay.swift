internal import JSONParsing
internal import Pipeline

/// Shows keys in messages: their text, or only their kind if a program that gives them names a sensitive field, such as `.api_key`.
struct KeyDisplay: Sendable {
    private let isHidden: Bool

    /// - Parameter programs: The sources of the programs that give the keys.
    init(_ programs: String...) { isHidden = programs.contains { AddressMask.isSensitive($0) } }

    /// The key in a sentence, at most about 100 bytes.
    func text(of key: JSONValue) -> String { isHidden ? key.kind.phrase : key.shownKey }
}

internal import JSONParsing
internal import Pipeline

/// A page that has nothing at the path of its items.
struct PagePathFault: Error, CustomStringConvertible {
    enum Reason {
        /// An object lacks a key of the path.
        case missing(key: String, keys: [String])
        case wrongKind(expected: String, found: JSONKind)
    }

    let reason: Reason
    /// The path up to the value that lacks the step.
    let container: String
    /// The path with the step that found nothing.
    let path: String

    /// The fault in one sentence, with the nearest key.
    var description: String {
        switch reason {
        case .missing(let key, let keys): "nothing found at \(path)" + MissingKeyHint.text(for: key, in: keys)
        case .wrongKind(let expected, .null):
            "expected \(expected) at \(container), found null; \(path)? takes that for an empty list"
        case .wrongKind(let expected, let found): "expected \(expected) at \(container), found \(found.phrase)"
        }
    }
}

/// The reason why a text is no selector, or why a search with it was ended.
public struct HTMLSelectorError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of faults of a selector or a search.
    public enum Reason: Equatable, Sendable {
        /// Another text than expected; nil for the end of the selector.
        case unexpected(String?, expected: String)
        /// A pseudo-class that CSS or this library does not have. ``HTMLSelector/pseudoClasses`` lists the known ones.
        case unknownPseudoClass(String)
        /// A pseudo-element, with its colons. It is no element of the document.
        case pseudoElement(String)
        /// A pseudo-class that depends on a reader or a page, such as `hover`.
        case readerState(String)
        /// A prefix of a namespace.
        case namespace
        /// More simple selectors and combinators than the limit.
        case tooLong(limit: Int)
        /// A name or value of more bytes than the limit.
        case tooLongName(limit: Int)
        /// More combinators, and pseudo-classes that look at other elements, than the limit.
        case tooManyCombinators(limit: Int)
        /// Pseudo-classes nested deeper than the limit.
        case tooDeep(limit: Int)
        /// A search that takes more steps than the limit, which depends on the size of the document.
        case tooCostly(limit: Int)
    }

    /// The reason for the error.
    public let reason: Reason
    /// The offset in the selector, in bytes from its start; 0 for an error of a search.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        (self.reason, self.offset) = (reason, offset)
    }

    /// The error in words, without its offset.
    public var message: String {
        switch reason {
        case .unexpected(let found, let expected): "expected \(expected), found \(found.map { "\"\($0)\"" } ?? "the end")"
        case .unknownPseudoClass(let name): "no pseudo-class is called \":\(name)\""
        case .pseudoElement(let name): "\"\(name)\" is a pseudo-element, and selects no element of a document"
        case .readerState(let name): "\":\(name)\" depends on a reader, and selects no element of a document"
        case .namespace: "namespaces are not supported; write the name alone"
        case .tooLong(let limit): "expected at most \(limit) simple selectors and combinators"
        case .tooLongName(let limit): "expected a name or a value of at most \(limit) bytes"
        case .tooManyCombinators(let limit): "expected at most \(limit) combinators, :has(), :lang() and \"of\""
        case .tooDeep(let limit): "expected pseudo-classes nested at most \(limit) deep"
        case .tooCostly(let limit): "the search takes more than \(limit) steps in this document"
        }
    }

    /// The error in words, with the byte at which it is.
    public var description: String {
        if case .tooCostly = reason { message } else { "byte \(offset + 1): \(message)" }
    }
}

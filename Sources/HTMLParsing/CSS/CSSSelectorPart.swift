/// A part of a selector: a combinator, a simple selector, or the beginning or end of a list in `:not()`, `:is()` or `:where()`.
///
/// - SeeAlso: [Selectors 4](https://www.w3.org/TR/selectors-4/)
enum CSSSelectorPart: Hashable {
    enum Combinator: UInt8 { case descendant, child, next, later }
    enum List: String { case not, `is`, `where` }
    /// How an attribute's value is compared; the raw value is the operator's first character.
    enum Comparison: UInt8 {
        case equal = 0x3D
        case word = 0x7E
        case language = 0x7C
        case prefix = 0x5E
        case suffix = 0x24
        case part = 0x2A
    }

    /// The element that contains the mail.
    case scope
    case combinator(Combinator)
    case any
    case type(String)
    case `class`(String)
    case id(String)
    case attribute(String)
    case attributeValue(String, Comparison, String, ignoresCase: Bool)
    /// A pseudo-class without arguments.
    case pseudo(String)
    /// A pseudo-class such as `:nth-child(2n+1)`.
    case nth(String, step: Int, offset: Int)
    case open(List)
    case alternative
    case close

    /// The ID that the part names.
    var identifier: String? {
        switch self {
        case .id(let name), .attributeValue("id", _, let name, ignoresCase: _): name
        default: nil
        }
    }
}

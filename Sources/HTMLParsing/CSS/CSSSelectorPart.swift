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

/// Writes selectors in one canonical form.
enum CSSSelectorWriter {
    /// Appends a selector.
    static func append(_ parts: [CSSSelectorPart], _ scope: CSSScope, to output: inout [UInt8]) {
        for part in parts { append(part, scope, to: &output) }
    }

    private static func append(_ part: CSSSelectorPart, _ scope: CSSScope, to output: inout [UInt8]) {
        switch part {
        case .scope: output.append(contentsOf: scope.selector)
        case .combinator(let combinator):
            switch combinator {
            case .descendant: output.append(0x20)
            case .child: output.append(contentsOf: " > ".utf8)
            case .next: output.append(contentsOf: " + ".utf8)
            case .later: output.append(contentsOf: " ~ ".utf8)
            }
        case .any: output.append(UInt8(ascii: "*"))
        case .type(let name): output.append(contentsOf: name.utf8)
        case .class(let name):
            output.append(UInt8(ascii: "."))
            CSSName.append(name, to: &output)
        case .id(let name):
            output.append(UInt8(ascii: "#"))
            CSSName.append(name, to: &output)
        case .attribute(let name): output.append(contentsOf: "[\(name)]".utf8)
        case .attributeValue(let name, let comparison, let value, let ignoresCase):
            output.append(contentsOf: "[\(name)".utf8)
            if comparison != .equal { output.append(comparison.rawValue) }
            output.append(UInt8(ascii: "="))
            CSSName.append(quoted: value, to: &output)
            output.append(contentsOf: ignoresCase ? " i]".utf8 : "]".utf8)
        case .pseudo(let name): output.append(contentsOf: ":\(name)".utf8)
        case .nth(let name, let step, let offset):
            output.append(contentsOf: ":\(name)(\(step)n\(offset < 0 ? "" : "+")\(offset))".utf8)
        case .open(let list): output.append(contentsOf: ":\(list.rawValue)(".utf8)
        case .alternative: output.append(contentsOf: ", ".utf8)
        case .close: output.append(UInt8(ascii: ")"))
        }
    }
}

/// The elements of a page to which the style sheets of a mail are confined.
struct CSSScope {
    /// The selector of the elements that contain a mail.
    let selector: [UInt8]
    /// Whether an element with the class ``bodyClass`` stands for the mail's `body`.
    var hasBody = false

    /// The class of the element that stands for the `body` of a mail with attributes.
    static let bodyClass = "mail-body"

    init(_ selector: String) {
        self.selector = Array(selector.utf8)
    }
}

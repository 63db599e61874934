import HTMLParsing
import Testing

/// A style sheet of a mail, and what is left of it.
struct StyleSheetExample: CustomTestStringConvertible {
    let name: String
    let css: String
    /// The reduced style sheet, with one line for each rule.
    let safe: String
    var testDescription: String { name }

    init(_ name: String, _ css: String, _ safe: String) { (self.name, self.css, self.safe) = (name, css, safe) }

    /// The sanitiser of mail in a frame, with a scope.
    static let sanitizer = HTMLSanitizer(profile: .email, styleSheets: .scoped(to: "#own"))

    static let all = rules + selectors + atRules + declarations

    static func reduced(_ css: String) -> String {
        let output = sanitizer.sanitized(HTMLDocument(parsingFragment: "<style>\(css)</style><p>x</p>"))
        return output.elements(tag: .style).map { output.textContent(of: $0) }.joined()
    }
}

/// The elements of a page to which the style sheets of a mail are confined.
struct CSSScope {
    /// The selector of the elements that contain a mail.
    let selector: [UInt8]
    /// Whether an element with the class ``bodyClass`` stands for the mail's `body`.
    var hasBody = false

    /// The class of the element that stands for the `body` of a mail with attributes.
    static let bodyClass = "mail-body"
    /// The prefix of all IDs, so that no ID of a mail is one of the page's.
    static let idPrefix = "m-"

    init(_ selector: String) {
        self.selector = Array(selector.utf8)
    }

    /// Returns an ID with the prefix. An ID that has it stays unchanged.
    static func id(_ name: String) -> String { name.hasPrefix(idPrefix) ? name : idPrefix + name }
}

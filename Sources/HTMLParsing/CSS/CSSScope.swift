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

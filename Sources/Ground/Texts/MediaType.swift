/// Checks of media types in the header `Content-Type`.
package enum MediaType {
    /// Whether a header value means one JSON text: the media type `application/json`, or one that ends with `+json`.
    ///
    /// - SeeAlso: RFC 6839, section 3.1
    package static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().trimmingSpaces ?? ""
        return type == "application/json" || type.hasSuffix("+json")
    }
}

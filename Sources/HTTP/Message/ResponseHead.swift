internal import Pipeline

/// The status and the header fields of a response.
package struct ResponseHead: Sendable, Equatable {
    /// The status code, such as 200.
    package let status: Int
    package var headers: HTTPHeaders
    /// Whether only the end of the connection ends the body. Without TLS, a body that is cut cannot be told from a complete one then.
    ///
    /// - SeeAlso: RFC 9112, section 6.3
    var bodyEndsWithConnection = false
    /// Whether nothing would show that the body was cut: neither HTTP, TLS nor the compression.
    package var hidesEarlyEnd = false

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
        self.status = status
        self.headers = headers
    }

    /// Whether the status says that the request succeeded (200 to 299).
    var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether the status is that of a redirect with a `Location`.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Whether the body is one JSON text: the media type `application/json`, or one that ends with `+json`.
    ///
    /// - SeeAlso: RFC 6839, section 3.1
    package var isJSON: Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().trimmingSpaces ?? ""
        return type == "application/json" || type.hasSuffix("+json")
    }

    /// The value of `Content-Type`, such as `text/html; charset=utf-8`; nil if it is missing.
    package var contentType: String? { headers["Content-Type"] }
}

internal import Pipeline

/// The directives of the header `Cache-Control`.
///
/// - SeeAlso: RFC 9111, section 5.2
struct CacheControl {
    private let names: Set<String>

    init(_ headers: HTTPHeaders) {
        // An argument in quotation marks may contain commas.
        let directives = headers.values(of: "Cache-Control").flatMap { HTTPHeaders.split($0, at: UInt8(ascii: ",")) }
        names = Set(directives.map { String($0.prefix { $0 != "=" }).trimmingSpaces.lowercased() })
    }

    /// Whether a directive is present.
    ///
    /// - Parameter name: The name in lower case.
    func contains(_ name: String) -> Bool { names.contains(name) }
}

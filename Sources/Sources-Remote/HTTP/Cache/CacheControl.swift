internal import Pipeline

/// The directives of the header `Cache-Control`.
///
/// - SeeAlso: RFC 9111, section 5.2
struct CacheControl {
    private let names: Set<String>

    init(_ headers: HTTPHeaders) {
        names = Set(headers.values(of: "Cache-Control").flatMap { Self.names(in: $0) })
    }

    /// Whether a directive is present.
    ///
    /// - Parameter name: The name in lower case.
    func contains(_ name: String) -> Bool { names.contains(name) }

    /// The names of the directives. An argument in quotation marks may contain commas.
    private static func names(in text: String) -> [String] {
        var directives = [""]
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, scalar == "," {
                directives.append("")
                continue
            }
            directives[directives.count - 1].unicodeScalars.append(scalar)
        }
        return directives.map { String($0.prefix { $0 != "=" }).trimmingSpaces.lowercased() }
    }
}

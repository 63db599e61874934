/// What a source reads: the path of a file, `-` for standard input, or an http(s) URL.
public struct Input: Sendable, Equatable {
    /// The path or URL as it is opened.
    public let name: String
    /// What stands in messages and origins for a path or URL that came from the environment or another file: the node that
    /// it came from, such as `$env.API_URL`. Nil where the name may be shown.
    public let secretName: String?

    /// Names an input.
    ///
    /// - Parameters:
    ///   - name: The path, `-`, or an http(s) URL.
    ///   - secretName: What is shown instead.
    public init(_ name: String, secretName: String? = nil) {
        self.name = name
        self.secretName = secretName
    }

    /// Standard input.
    public static let standardInput = Input("-")
}

extension String {
    /// Whether this is an http or https URL.
    package var isWebAddress: Bool {
        let lower = prefix(8).lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    /// What is wrong with a text where a path, `-` or an http(s) URL is wanted; nil if it is one.
    var inputFault: String? {
        if isWebAddress {
            let host = dropFirst(lowercased().hasPrefix("https") ? 8 : 7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            return host.isEmpty ? "a URL needs a host" : nil
        }
        let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }.lowercased()
        let rest = dropFirst(scheme.count)
        if ["http", "https"].contains(scheme), rest.hasPrefix(":") { return "a URL begins with \"\(scheme)://\"" }
        if !scheme.isEmpty, rest.hasPrefix("://") {
            return scheme == "file" ? "the path of a file is written without \"file://\"" : "\(scheme) is not supported"
        }
        return pathFault
    }

    /// What is wrong with a text where a path is wanted; nil if it is one.
    var pathFault: String? {
        if isEmpty { return "the path is empty" }
        if hasPrefix("~/") || self == "~" { return "only a shell knows what \"~\" means; write the folder in full" }
        if hasPrefix("$"), let slash = firstIndex(of: "/") {
            let name = self[..<slash].dropFirst().filter { $0 != "{" && $0 != "}" }
            // A folder may be called so; then "./$NAME" says it.
            if !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") }) {
                return "only a shell knows what \"\(self[..<slash].printable)\" means; write the folder in full"
            }
        }
        return nil
    }
}

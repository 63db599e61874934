/// What a source reads: the path of a file, `-` for standard input, or an http(s) URL.
public struct Input: Sendable, Equatable {
    private let text: MaskedText

    /// Names an input that may be shown.
    ///
    /// - Parameter name: The path, `-`, or an http(s) URL.
    public init(_ name: String) { self.init(MaskedText(name)) }

    /// Names an input.
    ///
    /// - Parameter text: The path, `-`, or an http(s) URL, and what stands for it in messages.
    public init(_ text: MaskedText) { self.text = text }

    /// The path or URL as it is opened.
    public var name: String { text.value }
    /// Whether the path or URL came from the environment or another file.
    public var isSecret: Bool { text.isSecret }
    /// What stands in messages and origins: of a URL without user, password and secrets in the query, of a secret one the node that it
    /// came from, such as `$env.API_URL`.
    public var shown: String { !isSecret && self == .standardInput ? "standard input" : text.shown }

    /// What a server or a library says of this input, without addresses, telling query items and what is secret in its URL.
    package func maskedOutside(_ text: String) -> String {
        var secrets = SecretValues()
        if isSecret { secrets.insert(name) } else { secrets.insert(partsOf: name) }
        return AddressMask.maskedOutside(secrets.masked(text))
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

    /// What is wrong with a text where a path, `-` or an http(s) URL is wanted; nil if it is one. It quotes nothing but the scheme of an
    /// address and a shell variable.
    var inputFault: String? {
        if isWebAddress {
            let host = dropFirst(lowercased().hasPrefix("https") ? 8 : 7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            return host.isEmpty ? "a URL needs a host" : compressionFault
        }
        let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }.lowercased()
        let rest = dropFirst(scheme.count)
        if ["http", "https"].contains(scheme), rest.hasPrefix(":") { return "a URL begins with \"\(scheme)://\"" }
        if !scheme.isEmpty, rest.hasPrefix("://") {
            return scheme == "file" ? "the path of a file is written without \"file://\"" : "\(scheme) is not supported"
        }
        return pathFault ?? compressionFault
    }

    /// What is wrong with an input whose name promises a compressed file; nil if it promises none.
    var compressionFault: String? { CompressedFormat(ofName: self).map { "a file of that name is \($0.inputFault)" } }

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

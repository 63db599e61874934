// Faults in texts of options that name files, as the end of a message. Each property is nil for a valid text.
extension String {
    /// Whether this is an http or https URL.
    var isWebAddress: Bool {
        let lower = prefix(8).lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    /// The fault of a text where a path, `-` or an http(s) URL is expected. It quotes at most the scheme of a URL or a shell variable.
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

    /// The fault of a text where the path of a file to write is expected.
    var outputFault: String? {
        if hasSuffix("/") { return "this is the path of a folder" }
        return pathFault ?? FilePath.ownNameFault(self) ?? CompressedFormat(ofName: self)?.outputFault
    }

    /// The fault of a text where the path of a file to read is expected.
    var readFault: String? { pathFault ?? compressionFault }

    /// The fault of an input whose name has the extension of a compressed file.
    var compressionFault: String? { CompressedFormat(ofName: self).map { "a file of that name is \($0.inputFault)" } }

    /// The fault of a text where any path is expected.
    var pathFault: String? {
        if isEmpty { return "the path is empty" }
        if hasPrefix("~/") || self == "~" { return "only a shell knows what \"~\" means; write the folder in full" }
        if hasPrefix("$"), let slash = firstIndex(of: "/") {
            let name = self[..<slash].dropFirst().filter { $0 != "{" && $0 != "}" }
            // A folder may have such a name; "./$NAME" then names it.
            if !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") }) {
                return "only a shell knows what \"\(self[..<slash].printable)\" means; write the folder in full"
            }
        }
        return nil
    }
}

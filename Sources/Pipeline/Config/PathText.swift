internal import WebAddresses

// Faults in texts that name files, as the end of a message. Each property is nil for a valid text.
extension String {
    /// The fault of a text where a path, `-` or an http(s) URL is expected. It quotes at most the scheme of a URL or a shell variable.
    var inputFault: String? { inputFault(compressionFault) }

    /// As ``inputFault``, where the mailboxes of a ZIP archive are read, too.
    var mailboxFault: String? {
        inputFault(CompressedFormat(ofName: self) == .zip ? nil : CompressedFormat.inputFault(ofName: self, filesIn: "*.mbox"))
    }

    /// - Parameter compressionFault: The fault of the extension of the name.
    private func inputFault(_ compressionFault: String?) -> String? {
        if isWebAddress { return hasNoHost ? "a URL needs a host" : compressionFault }
        let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }.lowercased()
        let rest = dropFirst(scheme.count)
        if ["http", "https"].contains(scheme), rest.hasPrefix(":") { return "a URL begins with \"\(scheme)://\"" }
        if !scheme.isEmpty, rest.hasPrefix("://") {
            return scheme == "file" ? "the path of a file is written without \"file://\"" : "\(scheme) is not supported"
        }
        return pathFault ?? compressionFault
    }

    /// The fault of a text where an http(s) URL is expected. It quotes at most the scheme of a URL.
    var addressFault: String? {
        if isWebAddress { return hasNoHost ? "a URL needs a host" : URLReference(quoted: self) == nil ? "its host is not valid" : nil }
        let scheme = firstRange(of: "://").map { self[..<$0.lowerBound] } ?? ""
        let isScheme = !scheme.isEmpty && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isScheme ? "\(scheme.lowercased()) is not supported" : "a URL begins with \"https://\""
    }

    /// Whether this text with an http or https scheme lacks a host.
    private var hasNoHost: Bool {
        dropFirst(lowercased().hasPrefix("https") ? 8 : 7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }.isEmpty
    }

    /// The fault of a text where the path of a file to write is expected.
    var outputFault: String? {
        if hasSuffix("/") { return "this is the path of a folder" }
        return pathFault ?? longNameFault ?? FilePath.ownNameFault(self) ?? CompressedFormat.outputFault(ofName: self)
    }

    /// The fault of a path with a name that is too long for a file system. The names of a template are known, and checked, only for each
    /// record.
    private var longNameFault: String? {
        guard !contains("{{"), FilePath.names(in: self).contains(where: { $0.utf8.count > ConfinedFolder.maxNameBytes }) else { return nil }
        return "a name in it is longer than \(ConfinedFolder.maxNameBytes) bytes"
    }

    /// The fault of a text where the template of a path to write is expected.
    var templateFault: String? { CompressedFormat.templateFault(ofName: self) ?? outputFault }

    /// The fault of a text where the path of a file to read is expected.
    var readFault: String? { pathFault ?? compressionFault }

    /// The fault of an input whose name has the extension of a compressed file that cannot be read.
    var compressionFault: String? { CompressedFormat.inputFault(ofName: self) }

    /// The fault of a text where any path is expected.
    var pathFault: String? {
        if isEmpty { return "the path is empty" }
        if hasPrefix("~/") || self == "~" { return "only a shell knows what \"~\" means; write the folder in full" }
        if hasPrefix("$"), let slash = firstIndex(of: "/") {
            let name = self[..<slash].dropFirst().filter { $0 != "{" && $0 != "}" }
            // A folder may really be called `$NAME`; the path "./$NAME" leads to it.
            if !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") }) {
                return "only a shell knows what \"\(self[..<slash].printable)\" means; write the folder in full"
            }
        }
        return nil
    }
}

internal import HTMLParsing
internal import Pipeline

/// Addresses in the pages of a site.
enum SiteAddress {
    /// The scheme of an address in lower case; nil for a relative one, and for one that is written so that some read a scheme and others
    /// none, as `ht tp:` is.
    static func scheme(of address: String) -> String? {
        guard let scheme = HTMLAddress(address).scheme else { return nil }
        return address.trimmingSpaces.prefix(scheme.count + 1).lowercased() == scheme + ":" ? scheme : nil
    }

    /// Whether an address is on the web.
    static func isWeb(_ address: String) -> Bool { ["http", "https"].contains(scheme(of: address)) }

    /// The address of an image as a page may hold it; nil if there is none, or none that an image may be shown from: a page shows what the
    /// sanitiser lets through, but for parts of a mail, which it has not.
    static func image(_ address: String) -> String? {
        let parts = HTMLAddress(address)
        guard parts.isAllowedInImages, parts.scheme != "cid" else { return nil }
        let valid = valid(address)
        return valid.isEmpty ? nil : valid
    }

    /// An address of the content as a page may hold it: what no URL may hold is dropped or percent-encoded, as browsers do it themselves.
    ///
    /// - SeeAlso: [URL, percent-encoded bytes](https://url.spec.whatwg.org/#percent-encoded-bytes)
    static func valid(_ address: String) -> String {
        var text = ""
        for scalar in address.trimmingSpaces.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": break
            case "\0"..." ", "\"", "<", ">", "^", "`", "{", "|", "}", "\u{7F}"..."\u{9F}":
                text += HTMLAddress.percentEncoded(String(scalar))
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

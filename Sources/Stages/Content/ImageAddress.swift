internal import Pipeline

/// Checks and repairs the address of an image without fetching it.
enum ImageAddress {
    /// Returns an address without the schemes before the last one, as in `https://https://example.org/a.png`; nil if it has one scheme.
    static func repaired(_ address: String) -> String? {
        guard let match = address.firstMatch(of: /^(?:https?:\/\/)+(https?:\/\/)/.ignoresCase()) else { return nil }
        let rest = address[match.range.upperBound...]
        return String(match.1) + rest
    }

    /// Describes the fault of an address; nil if there is none. A fault is only a warning: the case study is kept.
    static func fault(in address: String) -> String? {
        let lower = address.lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
            let rest = lower.drop { $0 != "/" }.dropFirst(2)
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if host.isEmpty { return "the image address has no host" }
        }
        if address.trimmingSpaces.isEmpty { return "the image address is empty" }
        return address.utf8.contains { $0 <= 0x20 } ? "the image address holds white space" : nil
    }
}

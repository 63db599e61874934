internal import Pipeline

/// Checks and repairs the address of an image without fetching it.
enum ImageAddress {
    /// Returns an address without the schemes before the last one, as in `https://https://example.org/a.png`; nil if it has one scheme.
    static func repaired(_ address: String) -> String? {
        var start = address[...]
        var rest = start
        var count = 0
        while let scheme = ["http://", "https://"].first(where: { rest.prefix($0.count).lowercased() == $0 }) {
            start = rest
            rest = rest.dropFirst(scheme.count)
            count += 1
        }
        return count > 1 ? String(start) : nil
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

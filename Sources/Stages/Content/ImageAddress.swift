internal import Pipeline

/// Checks the address of an image without fetching it.
enum ImageAddress {
    /// Describes the fault of an address; nil if there is none. A fault is only a warning: the case study is kept.
    static func fault(in address: String) -> String? {
        let lower = address.lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
            let rest = lower.drop { $0 != "/" }.dropFirst(2)
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if host.isEmpty { return "the image address has no host" }
            if host == "http:" || host == "https:" { return "the image address has its scheme twice" }
        }
        if address.trimmingSpaces.isEmpty { return "the image address is empty" }
        return address.utf8.contains { $0 <= 0x20 } ? "the image address holds white space" : nil
    }
}

internal import HTMLParsing

/// Paths in a folder as addresses (RFC 3986, section 3.3).
enum FolderAddress {
    /// The path from the folder on.
    static func encoded(_ path: [String]) -> String { path.map { HTMLAddress.percentEncoded($0) }.joined(separator: "/") }

    /// The way from one file to another, which holds on a disk and on any host.
    static func relative(from file: [String], to other: [String]) -> String {
        String(repeating: "../", count: file.count - 1) + encoded(other)
    }
}

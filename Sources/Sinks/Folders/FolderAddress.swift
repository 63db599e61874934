internal import HTMLParsing
internal import WebAddresses

/// Converts paths inside a folder to relative URLs (RFC 3986, section 3.3).
enum FolderAddress {
    /// Percent-encodes the components of a path.
    static func encoded(_ path: [String]) -> String { path.map { PercentEncoding.encoded($0) }.joined(separator: "/") }

    /// Returns the relative URL from one file to another, which is valid on a disk and on any host.
    static func relative(from file: [String], to other: [String]) -> String {
        String(repeating: "../", count: file.count - 1) + encoded(other)
    }
}

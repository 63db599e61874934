internal import Checksums

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The hash by which a policy identifies a style sheet or a script of the page.
///
/// - SeeAlso: [CSP 3, source lists](https://www.w3.org/TR/CSP3/#framework-directive-source-list)
enum ContentHash {
    /// Returns the hash of a text as a source of a policy.
    static func source(_ text: String) -> String {
        var hash = SHA256Hasher()
        hash.update(Array(text.utf8))
        return "'sha256-\(Data(hash.digest()).base64EncodedString())'"
    }
}

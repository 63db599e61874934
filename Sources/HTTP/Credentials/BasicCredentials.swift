#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A user name and a password for the header `Authorization: Basic`.
///
/// - SeeAlso: RFC 7617
struct BasicCredentials: Sendable, Equatable {
    let user: String
    let password: String

    /// The fault of the user name; nil if it is valid. The first colon ends the name, so that it cannot contain one.
    static func fault(ofUser user: String) -> String? {
        user.contains(":") ? "it contains a colon, which would end it" : CredentialText.fault(user)
    }

    /// Both in base64, as UTF-8.
    var encoded: String { Data("\(user):\(password)".utf8).base64EncodedString() }

    var part: CredentialPart { .header(name: "Authorization", value: "Basic \(encoded)") }

    /// The ID and the secret of an OAuth client, which are encoded as in a form first.
    ///
    /// - SeeAlso: RFC 6749, section 2.3.1 and appendix B
    static func client(id: String, secret: String) -> BasicCredentials {
        BasicCredentials(user: FormEncoding.encoded(id), password: FormEncoding.encoded(secret))
    }
}

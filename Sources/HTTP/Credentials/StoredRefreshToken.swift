internal import Checksums
internal import JSONParsing

/// The content of the file that keeps the newest refresh token of a client.
///
/// The file also identifies the configured token that the newest one was derived from, by a salted hash. A token that is newly configured
/// has another hash, and wins over the file.
struct StoredRefreshToken: Sendable, Equatable {
    /// The newest refresh token.
    let token: String
    private let salt: String
    /// The hash of salt, token server, client and configured token.
    private let origin: String

    private static let format = "tabpipe refresh token 1"

    /// - Parameters:
    ///   - token: The token of a server.
    ///   - grant: The options that led to it.
    ///   - salt: A random text.
    init(_ token: String, derivedFrom grant: TokenGrant, salt: String) {
        self.token = token
        self.salt = salt
        origin = Self.hash(grant, salt: salt)
    }

    /// Parses the content of a file.
    ///
    /// - Returns: nil if it is another kind of file.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes).decoded(), case .object(let object) = value,
            object["format"]?.string == Self.format, let token = object["refresh_token"]?.string, let salt = object["salt"]?.string,
            let origin = object["derived_from"]?.string, CredentialText.fault(ofToken: token) == nil
        else { return nil }
        self.token = token
        self.salt = salt
        self.origin = origin
    }

    var bytes: [UInt8] {
        let object: JSONObject = [
            "format": .string(Self.format), "derived_from": .string(origin), "salt": .string(salt), "refresh_token": .string(token),
        ]
        return Array("\(JSONValue.object(object).compactText)\n".utf8)
    }

    /// Whether the token was derived from the configured one of these options, for the same client of the same server.
    func isDerived(from grant: TokenGrant) -> Bool { Self.hash(grant, salt: salt) == origin }

    /// Returns a random salt.
    static func makeSalt() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    }

    private static func hash(_ grant: TokenGrant, salt: String) -> String {
        var hash = SHA256Hasher()
        hash.update(field: salt)
        hash.update(field: grant.identity)
        return hash.hex()
    }
}

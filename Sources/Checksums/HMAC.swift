/// Computes the HMAC of bytes: a hash that only owners of the key can make. The cases are the hashes that it can use.
///
/// - SeeAlso: RFC 2104
public enum HMAC: String, CaseIterable, Sendable {
    case sha1, sha256, sha512

    /// Returns the code of a message: 20, 32 or 64 bytes.
    ///
    /// - Parameters:
    ///   - message: The bytes to sign.
    ///   - key: The secret. A key longer than a block of the hash counts by its own hash.
    public func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > blockBytes ? digest(of: key) : key
        block += [UInt8](repeating: 0, count: blockBytes - block.count)
        return digest(of: block.map { $0 ^ 0x5C } + digest(of: block.map { $0 ^ 0x36 } + message))
    }

    private var blockBytes: Int { self == .sha512 ? SHA512.blockBytes : SHA1.blockBytes }

    private func digest(of bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: return SHA1.digest(of: bytes)
        case .sha512: return SHA512.digest(of: bytes)
        case .sha256:
            var hasher = SHA256Hasher()
            hasher.update(bytes)
            return hasher.digest()
        }
    }
}

/// Computes the HMAC of bytes with SHA-256: a hash that only owners of the key can make.
///
/// - SeeAlso: RFC 2104
public enum HMACSHA256 {
    /// The length of a block of SHA-256 in bytes.
    private static let blockBytes = 64

    /// Returns the code of a message, 32 bytes.
    ///
    /// - Parameters:
    ///   - message: The bytes to sign.
    ///   - key: The secret. A key longer than a block counts by its hash.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > blockBytes ? hash(key) : key
        block += [UInt8](repeating: 0, count: blockBytes - block.count)
        return hash(block.map { $0 ^ 0x5C } + hash(block.map { $0 ^ 0x36 } + message))
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        return hasher.digest()
    }
}

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// An address of the Internet Protocol, in network byte order.
enum IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 bytes, as one number.
    case v4(UInt32)
    /// 16 bytes, as two numbers.
    case v6(UInt64, UInt64)

    /// - Parameter bytes: 4 or 16 bytes; nil for another number.
    init?(_ bytes: some Collection<UInt8>) {
        func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>) -> Number { bytes.reduce(0) { $0 << 8 | Number($1) } }
        switch bytes.count {
        case 4: self = .v4(number(bytes))
        case 16: self = .v6(number(bytes.prefix(8)), number(bytes.suffix(8)))
        default: return nil
        }
    }

    /// Parses the host of a URL, in every notation that resolvers accept for an address: `127.0.0.1`, `2130706433`, `0x7f.1`, `[::1]`.
    ///
    /// - Returns: nil for a name.
    init?(host: String) {
        if host.hasPrefix("["), host.hasSuffix("]") {
            // A zone, as in [fe80::1%25eth0], does not change the address.
            let text = String(host.dropFirst().dropLast().prefix { $0 != "%" })
            var address = in6_addr()
            guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return nil }
            self.init(unsafe withUnsafeBytes(of: &address) { unsafe Array($0) })
        } else {
            var address = in_addr()
            let name = host.hasSuffix(".") ? String(host.dropLast()) : host
            guard unsafe inet_aton(name, &address) != 0 else { return nil }
            self.init(unsafe withUnsafeBytes(of: &address) { unsafe Array($0) })
        }
    }

    private var bytes: [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return switch self {
        case .v4(let number): bytes(number)
        case .v6(let high, let low): bytes(high) + bytes(low)
        }
    }

    /// The address in the usual notation, such as `127.0.0.1` or `::1`.
    var description: String {
        guard case .v6 = self else { return bytes.map(String.init).joined(separator: ".") }
        var address = in6_addr()
        _ = unsafe withUnsafeMutableBytes(of: &address) { unsafe $0.copyBytes(from: bytes) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return "an IPv6 address" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

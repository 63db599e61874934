internal import Ground
internal import WebAddresses

/// An address that a guarded request may not connect to.
package struct AddressRefusal: Error, Equatable, Sendable {
    let address: IPAddress
    let network: SpecialNetwork

    /// - Returns: nil for an address on the public Internet.
    init?(_ address: IPAddress) {
        guard let network = SpecialNetwork(of: address) else { return nil }
        self.address = address
        self.network = network
    }

    /// Checks the host of a URL without resolving it: an address, or a name that means this machine.
    ///
    /// It is the only check for a request through a proxy, because the proxy resolves the name.
    ///
    /// - SeeAlso: RFC 6761, section 6.3
    init?(host: String) {
        // The host of a web address is in ASCII already; a test may pass one as content has it.
        var name = (HostName.ascii(host) ?? host.lowercased())[...]
        while name.hasSuffix(".") { name.removeLast() }
        if let address = IPAddress(host: String(name)) {
            self.init(address)
        } else {
            guard name == "localhost" || name.hasSuffix(".localhost") else { return nil }
            self.init(.v4(0x7F00_0001))
        }
    }
}

/// A network that URLs in content of others must not lead to, because its addresses are not on the public Internet.
///
/// - SeeAlso: [IANA, IPv4 special-purpose addresses](https://www.iana.org/assignments/iana-ipv4-special-registry)
/// - SeeAlso: [IANA, IPv6 special-purpose addresses](https://www.iana.org/assignments/iana-ipv6-special-registry)
enum SpecialNetwork: String, Sendable {
    case thisHost = "the network of this host"
    case privateUse = "a private network"
    case shared = "the shared network of a provider"
    case loopback = "the loopback network"
    case linkLocal = "the link-local network"
    case reserved = "a reserved network"
    case documentation = "a network for documentation"
    case benchmark = "a network for benchmarks"
    case multicast = "a multicast network"
    case embedded = "a network of IPv6 addresses that stand for IPv4 addresses"

    /// The network of an address; nil for an address on the public Internet.
    init?(of address: IPAddress) {
        switch address {
        case .v4(let number):
            guard let network = Self.v4.first(where: { number >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }) else { return nil }
            self = network.kind
        case .v6(let high, let low):
            if high == 0, low <= 1 {
                self = low == 0 ? .thisHost : .loopback
                return
            }
            guard let network = Self.v6(high, low) else { return nil }
            self = network
        }
    }

    /// The first bits of the networks of IPv4.
    private static let v4: [(prefix: UInt32, bits: UInt32, kind: SpecialNetwork)] = [
        (0x0000_0000, 8, .thisHost),  // RFC 791, section 3.2
        (0x0A00_0000, 8, .privateUse),  // RFC 1918
        (0x6440_0000, 10, .shared),  // RFC 6598
        (0x7F00_0000, 8, .loopback),  // RFC 1122, section 3.2.1.3
        (0xA9FE_0000, 16, .linkLocal),  // RFC 3927
        (0xAC10_0000, 12, .privateUse),  // RFC 1918
        (0xC000_0000, 24, .reserved),  // RFC 6890
        (0xC000_0200, 24, .documentation),  // RFC 5737
        (0xC058_6300, 24, .reserved),  // RFC 7526, relays of 6to4
        (0xC0A8_0000, 16, .privateUse),  // RFC 1918
        (0xC612_0000, 15, .benchmark),  // RFC 2544
        (0xC633_6400, 24, .documentation),  // RFC 5737
        (0xCB00_7100, 24, .documentation),  // RFC 5737
        (0xE000_0000, 4, .multicast),  // RFC 5771
        (0xF000_0000, 4, .reserved),  // RFC 1112; with the broadcast address
    ]

    private static func v6(_ high: UInt64, _ low: UInt64) -> SpecialNetwork? {
        // ::/96 (compatible), ::ffff:0:0/96 (mapped), ::ffff:0:0:0/96 (translated): RFC 4291, section 2.5.5; RFC 2765
        if high == 0, [0, 0xFFFF, 0xFFFF_0000].contains(low >> 32) { return .embedded }
        // 64:ff9b::/96 and 64:ff9b:1::/48: RFC 6052, RFC 8215
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 { return .embedded }
        if high >> 16 == 0x0064_FF9B_0001 { return .embedded }
        switch high >> 48 {
        case 0x2002: return .embedded  // 6to4: RFC 3056
        case 0x2001 where high >> 32 == 0x2001_0000: return .embedded  // Teredo: RFC 4380
        case 0x2001 where high >> 32 == 0x2001_0DB8: return .documentation  // RFC 3849
        case 0x2001 where high >> 16 == 0x2001_0002_0000: return .benchmark  // RFC 5180
        case 0x2001 where high >> 41 == 0x2001_0000 >> 9: return .reserved  // 2001::/23: RFC 2928
        case 0x3FFF where high >> 44 == 0x3FFF0: return .documentation  // RFC 9637
        case 0xFC00...0xFDFF: return .privateUse  // RFC 4193
        case 0xFE80...0xFEBF: return .linkLocal  // RFC 4291, section 2.5.6
        case 0xFEC0...0xFEFF: return .privateUse  // site-local: RFC 3879
        case 0xFF00...0xFFFF: return .multicast  // RFC 4291, section 2.7
        // ISATAP: the interface identifier contains an IPv4 address. RFC 5214, section 6.1
        case _ where low >> 32 & ~0x0200_0000 == 0x0000_5EFE: return .embedded
        // The rest of global unicast is 2000::/3. RFC 4291, section 2.4
        case 0x2000...0x3FFF: return nil
        default: return .reserved
        }
    }
}

internal import Pipeline

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

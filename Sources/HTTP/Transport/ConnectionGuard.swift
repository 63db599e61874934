/// The check of the connections of a request.
enum ConnectionGuard: Sendable, Equatable {
    /// Any server may be reached, and libcurl takes proxies from the environment.
    case none
    /// Each address is checked after the host was resolved, before the connection is made. No proxy is used.
    case sockets
    /// The connection leads to a proxy, which resolves the host. Only hosts that are addresses were checked.
    case proxy(String)

    private static let proxies = ProxyChoice()

    /// - Throws: ``TransportError`` for a guarded request to an address that it may not reach.
    init(_ request: HTTPRequest, proxies: ProxyChoice = proxies) throws(TransportError) {
        guard request.isGuarded else {
            self = .none
            return
        }
        try Self.check(request)
        self = proxies.proxy(for: request.address.origin).map { .proxy($0) } ?? .sockets
    }

    /// Checks the host of a guarded request without resolving it.
    ///
    /// - Throws: ``TransportError`` for an address that the request may not reach.
    static func check(_ request: HTTPRequest) throws(TransportError) {
        guard request.isGuarded, let refusal = AddressRefusal(host: request.address.origin.host) else { return }
        throw TransportError(.refusedAddress(refusal), mayHaveReachedServer: false)
    }
}

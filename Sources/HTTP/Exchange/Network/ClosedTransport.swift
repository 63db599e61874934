/// Refuses every request. Tests use it in place of the network.
struct ClosedTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw TransportError(.closedNetwork, mayHaveReachedServer: false)
    }
}

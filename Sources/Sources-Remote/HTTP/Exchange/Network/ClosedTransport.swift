/// Sends no request: the network of a run that must reach no server.
struct ClosedTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw TransportError(.closedNetwork, mayHaveReachedServer: false)
    }
}

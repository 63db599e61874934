/// Notes the requests that a run without a network wanted to send. A step may go on without the response, and a test must still fail.
struct RefusalNotingTransport: HTTPTransport {
    let next: any HTTPTransport
    let network: RunNetwork

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await next.send(request)
        } catch let error as TransportError where error.isMissingOffline {
            network.refuse(request)
            throw error
        }
    }
}

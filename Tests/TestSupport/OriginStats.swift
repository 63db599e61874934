/// What the test server has counted.
public struct OriginStats: Decodable, Sendable {
    /// What came to the second port.
    public struct SecondPort: Decodable, Sendable {
        /// The number of requests.
        public let requests: Int
        /// The requests that brought credentials.
        public let credentials: [Sighting]
    }

    /// Credentials that came to a port that should not see them.
    public struct Sighting: Decodable, Sendable, Equatable {
        /// The path of the request.
        public let path: String
        /// The names of the headers and query items.
        public let credentials: [String]
    }

    /// All requests, those for `/control` excepted.
    public let requests: Int
    /// The connections that were opened.
    public let connections: Int
    /// The number of requests for each path.
    public let counts: [String: Int]
    /// The number of responses for each status.
    public let statuses: [String: Int]
    /// The bytes of bodies for each path.
    public let bytesSent: [String: Int]
    /// The most requests that were under way at one time.
    public let maxConcurrent: Int
    /// Requests that came although a limit was reached, or before the end of a wait.
    public let rateLimitViolations: Int
    /// Requests that came before the time that `Retry-After` had said, by path with query.
    public let earlyRetries: [String: Int]
    /// The number of refreshes for each chain of tokens.
    public let refreshes: [String: Int]
    /// What came to the second port.
    public let secondPort: SecondPort
}

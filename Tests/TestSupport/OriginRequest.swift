/// A request that the test server got.
public struct OriginRequest: Decodable, Sendable {
    /// When it came, in seconds since 1970.
    public let time: Double
    /// The port that it came to.
    public let port: UInt16
    /// The method, such as GET.
    public let method: String
    /// The path of the URL, as sent.
    public let path: String
    /// The query of the URL without the question mark, as sent.
    public let query: String
    /// The headers that matter to tests, with names in lower case.
    public let headers: [String: String]
    /// The beginning of the body, at most 4 KiB.
    public let body: String
    /// The status of the response; 0 if there was none.
    public let status: Int
}

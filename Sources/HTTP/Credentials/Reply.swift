/// The head of a response after redirects, with the request that it answers.
package struct Reply: Sendable {
    /// The last request, with its credentials.
    let request: HTTPRequest
    let response: HTTPResponse
    /// The waits that the response asks for.
    let delay: ServerDelay
    /// The time when the request was sent: seconds since 1970, and seconds of a monotonic clock.
    let sent: (wall: Double, monotonic: Double)
    /// The number of the attempt, from 1.
    let attempt: Int
    /// The time that the request waited before it was sent, in seconds.
    let waited: Double

    var status: Int { response.head.status }
}

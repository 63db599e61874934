internal import JSONParsing

/// A request for the trace of a run. It contains no secrets.
package struct RequestEvent: Sendable, Equatable {
    /// The time when the request was sent, in seconds since 1970.
    package var time: Double
    /// The method, such as `GET`.
    package var method: String
    /// The masked URL, or the node that a secret URL came from.
    package var url: String
    /// The status of the response; nil without one.
    package var status: Int?
    /// The reason why there is no complete response.
    package var error: String?
    /// The bytes of the body after decompression.
    package var bytes = 0
    /// The time until the response was complete, in seconds, with ``waitSeconds``.
    package var seconds: Double
    /// The time that the request waited before it was sent, for rate limits and after a failure, in seconds.
    package var waitSeconds = 0.0
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// How a cache took part: `hit`, `revalidated` or `miss`; nil without a cache.
    package var cache: String?
    /// The step of the pipeline that sent the request, such as `source`.
    package var step: String

    /// The beginning of each ``line``, by which the file of an earlier trace is recognized.
    package static let lineStart = #"{"time":"#

    /// The event as one line of JSON.
    package var line: String {
        func rounded(_ seconds: Double) -> JSONValue { .number(JSONNumber((seconds * 1000).rounded() / 1000)) }
        var members: [(String, JSONValue)] = [("time", rounded(time)), ("method", .string(method)), ("url", .string(url))]
        members.append(("status", status.map { .number(JSONNumber($0)) } ?? .null))
        if let error { members.append(("error", .string(error))) }
        members += [("bytes", .number(JSONNumber(bytes))), ("seconds", rounded(seconds)), ("wait", rounded(waitSeconds))]
        members += [("attempt", .number(JSONNumber(attempt))), ("cache", cache.map { .string($0) } ?? .null), ("step", .string(step))]
        return JSONValue.object(JSONObject(members)).compactText
    }
}

/// Receives an event for each request of a run, in the order in which they end.
package protocol RequestObserver: Sendable {
    /// Records a request. Several tasks may call it concurrently.
    func record(_ event: RequestEvent)
}

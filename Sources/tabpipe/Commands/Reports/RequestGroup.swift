internal import JSONParsing

/// The requests of one step to one host.
struct RequestGroup: Sendable {
    let step: String
    let host: String
    var requests = 0
    /// Requests that failed or got a status of 400 or more.
    var failed = 0
    /// Responses that a cache gave.
    var fromCache = 0
    /// The bytes of all bodies after decompression.
    var bytes = 0
    /// The time until the responses were complete, in seconds.
    var seconds = 0.0
    /// The time that requests waited for rate limits and after failures, in seconds.
    var secondsWaited = 0.0

    var json: JSONObject {
        [
            "step": .string(step), "host": .string(host), "requests": .number(JSONNumber(requests)), "failed": .number(JSONNumber(failed)),
            "from_cache": .number(JSONNumber(fromCache)), "bytes": .number(JSONNumber(bytes)), "seconds": .number(JSONNumber(seconds)),
            "waited_seconds": .number(JSONNumber(secondsWaited)),
        ]
    }
}

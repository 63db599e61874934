internal import HTTP
internal import JSONParsing

/// The requests of a run by step and host.
struct RequestGroups: Sendable {
    private struct Key: Hashable {
        let step: String
        let host: String
    }

    /// The largest number of groups. Requests to further hosts form one group.
    private static let maxGroups = 50
    private static let others = "other hosts"
    /// Lowest status that counts as a failure.
    private static let firstFault = 400

    private(set) var list: [RequestGroup] = []
    private var places: [Key: Int] = [:]

    mutating func add(_ event: RequestEvent) {
        var key = Key(step: event.step, host: Self.host(of: event.url))
        if places[key] == nil, list.count >= Self.maxGroups { key = Key(step: "", host: Self.others) }
        let place = places[key] ?? list.count
        if place == list.count {
            places[key] = place
            list.append(RequestGroup(step: key.step, host: key.host))
        }
        list[place].requests += 1
        if event.error != nil || (event.status ?? 0) >= Self.firstFault { list[place].failed += 1 }
        if event.cache == "hit" || event.cache == "revalidated" { list[place].fromCache += 1 }
        list[place].bytes += event.bytes
        list[place].seconds += event.seconds
        list[place].secondsWaited += event.waitSeconds
    }

    /// The host of a masked URL. A secret URL is shown as its node in the pipeline file, such as `$env`; that text is returned unchanged.
    private static func host(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        return String(url[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }
}

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

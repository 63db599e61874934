internal import HTTP

/// The requests of a run by step and host.
struct RequestGroups: Sendable {
    private struct Key: Hashable {
        let step: String
        let host: String
    }

    /// The largest number of groups. Requests to further hosts count together.
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

    /// The host of a masked URL. A secret URL has none: its text is the node that it came from.
    private static func host(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        return String(url[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }
}

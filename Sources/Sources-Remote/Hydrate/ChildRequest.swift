internal import HTTP
internal import Pipeline
internal import WebAddresses

/// The requests of `hydrate`: the options of the client, and the hosts that requests may go to.
struct ChildRequest: Sendable {
    let settings: ClientSettings
    /// The origins that get the credentials.
    let credentials: CredentialScope
    /// The origins that an element may name: those of the source, and the hosts of `allow_hosts`.
    let named: [CredentialScope]
    /// The hosts that a page may name beside its own.
    let pageHosts: [HostPattern]
    /// The query items that may be shown.
    let query: [(name: String, value: String)]
    /// The node that a secret URL came from; nil for others.
    let secretName: String?
    /// The step in the trace, such as `stages[1]`.
    let step: String

    /// Whether an element may name a URL of an origin.
    func isNamed(_ origin: WebOrigin) -> Bool { named.contains { $0.allows(origin) } }

    /// Whether a page may name a page of an origin.
    func isAllowed(after first: WebAddress) -> @Sendable (WebOrigin) -> Bool {
        let own = CredentialScope(home: first.origin, allowed: pageHosts)
        return { own.allows($0) || isNamed($0) && (!first.origin.isSecure || $0.isSecure) }
    }

    /// The first request for a URL.
    func template(for address: WebAddress) -> RequestTemplate {
        let names = settings.secretQueryNames
        var address = names.reduce(address) { $0.removingQuery($1) }
        address = query.reduce(address) { $0.removingQuery($1.name) }.appendingQuery(query)
        var first = settings.request(address)
        first.secretName = secretName
        first.step = step
        var template = RequestTemplate(first)
        template.secretQueryNames = names
        return template
    }
}

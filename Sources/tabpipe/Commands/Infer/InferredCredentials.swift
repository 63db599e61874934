internal import JSONParsing
internal import SourcesRemote

/// The options of an inferred source that say who asks: its headers, and environment variables in place of secrets.
struct InferredCredentials {
    /// The header fields that are not secret.
    private(set) var headers = JSONObject()
    /// The value of the option `auth`; nil without any.
    private(set) var auth: JSONValue?
    /// The secret query items that `auth` does not send.
    private(set) var query = JSONObject()
    /// The environment variables that the file needs.
    private(set) var variables: [String] = []
    /// Whether the user and the password of the URL are left out, because the request has other credentials.
    private(set) var omitsUser = false

    /// For a file: no credentials.
    init() {}

    /// - Parameters:
    ///   - address: The URL.
    ///   - bearer: The environment variable with the token for the header `Authorization`.
    init(_ address: InferredAddress, _ request: FirstRequest, bearer: String?) {
        for header in request.headers where !header.isSecret { headers[header.name] = .string(header.value) }
        let secret = request.headers.filter(\.isSecret)
        var items = address.secretNames
        if let bearer {
            auth = ["type": "bearer", "token": variable(bearer)]
        } else if !secret.isEmpty {
            var fields = JSONObject()
            for header in secret { fields[header.name] = variable(InferredAddress.variable(header.name)) }
            auth = ["type": "headers", "headers": .object(fields)]
        } else if address.hasUser {
            auth = ["type": "basic", "username": variable("API_USER"), "password": variable("API_PASSWORD")]
        } else if let name = items.first {
            items.removeFirst()
            auth = ["type": "api_key", "in": "query", "name": .string(name), "value": variable(InferredAddress.variable(name))]
        }
        omitsUser = address.hasUser && (bearer != nil || !secret.isEmpty)
        for name in items { query[name] = variable(InferredAddress.variable(name)) }
    }

    private mutating func variable(_ name: String) -> JSONValue {
        if !variables.contains(name) { variables.append(name) }
        return ["$env": .string(name)]
    }

    /// Adds the options to a step that sends them all.
    func add(to step: inout JSONObject) {
        if !headers.isEmpty { step["headers"] = .object(headers) }
        if !query.isEmpty { step["query"] = .object(query) }
        if let auth { step["auth"] = auth }
    }
}

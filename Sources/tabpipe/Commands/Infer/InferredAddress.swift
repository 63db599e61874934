internal import Foundation
internal import JSONParsing
internal import Pipeline

/// A URL for a pipeline file: without its secrets, which the environment gives, and without the item that counts pages.
struct InferredAddress {
    let url: String
    /// The names of the query items.
    let queryNames: [String]
    /// The value of the option `auth` for the secrets of the URL; nil without any.
    let auth: JSONValue?
    /// The environment variables that the file needs.
    let variables: [String]

    init(_ text: String) {
        guard var parts = URLComponents(string: text) else {
            (url, queryNames, auth, variables) = (text, [], nil, [])
            return
        }
        var auth: JSONValue?
        var variables: [String] = []
        if parts.user != nil {
            auth = ["type": "basic", "username": ["$env": "API_USER"], "password": ["$env": "API_PASSWORD"]]
            variables = ["API_USER", "API_PASSWORD"]
            (parts.user, parts.password) = (nil, nil)
        }
        parts.fragment = nil
        if let secret = parts.queryItems?.first(where: { AddressMask.isSensitive($0.name) }) {
            let variable = Self.variable(secret.name)
            if auth == nil {
                auth = ["type": "api_key", "in": "query", "name": .string(secret.name), "value": ["$env": .string(variable)]]
                variables = [variable]
            }
            parts.queryItems?.removeAll { AddressMask.isSensitive($0.name) }
        }
        queryNames = parts.queryItems?.map(\.name) ?? []
        if parts.queryItems?.isEmpty == true { parts.queryItems = nil }
        url = parts.string ?? AddressMask.masked(text)
        self.auth = auth
        self.variables = variables
    }

    /// The URL without the query items of a name, and the first value there as a number.
    func removing(_ name: String) -> (url: String, value: Int?) {
        guard var parts = URLComponents(string: url), let value = parts.queryItems?.first(where: { $0.name == name })?.value else {
            return (url, nil)
        }
        parts.queryItems?.removeAll { $0.name == name }
        if parts.queryItems?.isEmpty == true { parts.queryItems = nil }
        return (parts.string ?? url, Int(value))
    }

    /// The name of an environment variable for a header or a query item, such as `X_API_KEY`.
    static func variable(_ name: String) -> String {
        let letters = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return letters.first?.isNumber == true ? "_" + String(letters) : String(letters)
    }
}

internal import HTTP
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A URL for a pipeline file: without its secrets, which the environment gives, and without the item that counts pages.
struct InferredAddress {
    let url: String
    /// The names of the query items.
    let queryNames: [String]
    /// Whether the URL has a user or a password.
    let hasUser: Bool
    /// The names of the query items with secrets.
    let secretNames: [String]

    init(_ text: String) {
        guard var parts = URLComponents(string: text) else {
            (url, queryNames, hasUser, secretNames) = (text, [], false, [])
            return
        }
        hasUser = parts.user != nil
        (parts.user, parts.password) = (nil, nil)
        parts.fragment = nil
        // Only a host in ASCII is set: the setter traps on any other.
        if let host = parts.encodedHost.flatMap(HostName.ascii) { parts.encodedHost = host }
        let items = parts.queryItems ?? []
        secretNames = items.map(\.name).filter { AddressMask.isSensitive($0) }
        let open = items.filter { !AddressMask.isSensitive($0.name) }
        if open.count < items.count { parts.queryItems = open.isEmpty ? nil : open }
        queryNames = open.map(\.name)
        url = parts.string ?? AddressMask.masked(text)
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

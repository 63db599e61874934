internal import Foundation

/// Takes the secrets out of an address before it is shown.
enum AddressMask {
    private static let tellingNames = ["token", "key", "secret", "password", "passwd", "auth", "signature", "session"]

    /// The address with user and password left out, and the values of query items with telling names as `***`.
    static func masked(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return address.split(separator: "?").first.map(String.init) ?? "" }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        parts.queryItems = parts.queryItems?.map { item in
            let name = item.name.lowercased()
            return tellingNames.contains { name.contains($0) } ? URLQueryItem(name: item.name, value: "***") : item
        }
        return parts.string ?? ""
    }
}

internal import Foundation

/// Takes the secrets out of an address before it is shown.
enum AddressMask {
    /// What the names of query items with secrets contain.
    private static let tellingParts = ["token", "key", "secret", "password", "passwd", "auth", "signature", "session", "credential"]
    /// Names that stand in other words, too, and so have to be the whole name: `sig` is the signature of Azure, `code` that of OAuth.
    private static let tellingNames: Set = ["sig", "code", "pwd", "pass"]

    /// The address with user and password left out, and the values of query items with telling names as `***`. Of one that cannot be
    /// taken apart the scheme only: nobody knows where in it a password stands.
    static func masked(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return hidden(address) }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        parts.queryItems = parts.queryItems?.map { item in
            let name = item.name.lowercased()
            let tells = tellingNames.contains(name) || tellingParts.contains { name.contains($0) }
            return tells ? URLQueryItem(name: item.name, value: "***") : item
        }
        return parts.string ?? hidden(address)
    }

    private static func hidden(_ address: String) -> String {
        address.firstRange(of: "://").map { address[..<$0.upperBound] + "…" } ?? "…"
    }
}

internal import Checksums
internal import JSONParsing

/// Identifies the list that a state belongs to, because the state of another list would skip items. It contains no secrets: they change.
package struct ListIdentity: Sendable, Equatable {
    /// The URL with its query, without secrets.
    let url: String
    /// The jq query for the cursor of an item, or the place in the response that holds the token.
    let cursor: String
    /// The jq query for the id of an item; empty without one.
    package let id: String
    /// The hash of these, and of the method, the body and the names of secret query items.
    let hash: String

    /// - Parameters:
    ///   - url: The URL with its query, without secrets. The order of the query does not matter.
    ///   - request: The method, the body and the names of secret query items, without secrets.
    ///   - cursor: The jq query for the cursor of an item, or the place in the response that holds the token.
    ///   - id: The jq query for the id of an item; empty without one.
    package init(url: String, request: [String], cursor: String, id: String) {
        self.url = url
        self.cursor = cursor
        self.id = id
        var hash = SHA256Hasher()
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? parts[1].split(separator: "&").sorted().joined(separator: "&") : ""
        for field in [String(parts.first ?? ""), query, cursor, id] + request { hash.update(field: field) }
        self.hash = hash.hex()
    }

    /// Reads an identity from a file.
    init(url: String, cursor: String, id: String, hash: String) {
        self.url = url
        self.cursor = cursor
        self.id = id
        self.hash = hash
    }

    package static func == (left: ListIdentity, right: ListIdentity) -> Bool { left.hash == right.hash }

    /// The first difference to the list of an earlier run, in words.
    ///
    /// - Parameter earlier: The identity in the state.
    package func difference(from earlier: ListIdentity) -> String {
        for (name, old, new) in [("url and query", earlier.url, url), ("cursor", earlier.cursor, cursor), ("id", earlier.id, id)]
        where old != new {
            return "the \(name) of the earlier run: \(Self.shown(old)), and now: \(Self.shown(new))"
        }
        return "another method, body or secret query item, at the same URL \(Self.shown(url))"
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "none" : PageToken(text).shown }
}

/// A hash of 128 bits that stands for a text, so that a walk can remember many ids in little memory.
///
/// The seed is that of the process. So content cannot be made to collide, and a collision by chance is as good as impossible.
package struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(_ text: String) {
        self.init(of: CollectionOfOne(text))
    }

    /// - Parameter texts: The texts, in order. Their boundaries count: `["ab", "c"]` and `["a", "bc"]` differ.
    package init(_ texts: [String]) {
        self.init(of: texts)
    }

    /// - Parameter texts: The texts, in order, which need not be an array. Only code of this module, which is optimized, calls this.
    init(of texts: some Sequence<String>) {
        var one = Hasher()
        var other = Hasher()
        other.combine(UInt64.max)  // different from the first hash
        for text in texts {
            let key = JSONKey(text)
            let count = text.utf8.count
            one.combine(count)
            one.combine(key)
            other.combine(count)
            other.combine(key)
        }
        high = UInt64(truncatingIfNeeded: one.finalize())
        low = UInt64(truncatingIfNeeded: other.finalize())
    }
}

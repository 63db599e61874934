package import JSONParsing

/// The secret texts of a run. It replaces them by `***` in messages, rejects and other text for users.
///
/// A ``MaskedText`` masks itself. This type covers all other texts: messages of components about plain strings, responses of servers, and
/// errors of libraries.
package struct SecretValues: Sendable, Equatable {
    /// The length in bytes from which a secret is masked. Shorter ones are parts of ordinary words.
    private static let minLength = 4
    private static let mask = Array("***".utf8)

    /// The texts in UTF-8, longest first: masking a part first would leave the rest of the longer text readable.
    private var texts: [[UInt8]] = []

    package init() {}

    package var isEmpty: Bool { texts.isEmpty }

    /// Adds a secret text in all forms in which messages may quote it. For a URL, it also adds the components.
    package mutating func insert(_ text: String) {
        let trimmed = text.trimmingSpaces
        insert([text, trimmed, text.printable, trimmed.printable, JSONValue.string(trimmed).compactText.trimmingQuotes])
        if trimmed.isWebAddress { insert(AddressMask.secretParts(of: trimmed, isSecret: true)) }
    }

    /// Adds the credentials of a URL that is not secret itself.
    package mutating func insert(partsOf address: String) {
        if address.isWebAddress { insert(AddressMask.secretParts(of: address)) }
    }

    /// Adds the path of a secret file, its parent folders, and the path without extension, from which names of related files are made.
    package mutating func insert(path: String) {
        // A top folder such as "/tmp" or "out" is no secret, and is a part of other paths, too.
        let slashes = path.indices.filter { path[$0] == "/" && $0 > path.startIndex && path[..<$0].dropFirst().contains("/") }
        let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
        insert([path, stem] + slashes.map { String(path[..<$0]) })
    }

    /// Removes texts that are not secret after all: jq programs from files.
    mutating func remove(_ open: Set<String>) {
        var known = SecretValues()
        for text in open { known.insert(text) }
        texts.removeAll { known.texts.contains($0) }
    }

    package mutating func formUnion(_ other: SecretValues) { add(other.texts) }

    private mutating func insert(_ texts: [String]) { add(texts.map { Array($0.utf8) }.filter { $0.count >= Self.minLength }) }

    private mutating func add(_ new: [[UInt8]]) {
        for text in new where !texts.contains(text) { texts.append(text) }
        texts.sort { $0.count > $1.count }
    }

    /// Returns a text with every secret text replaced by `***`.
    package func masked(_ text: String) -> String {
        guard !texts.isEmpty else { return text }
        return String(decoding: masked(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns a value with every secret text in its strings and keys replaced by `***`. Numbers stay unchanged.
    package func masked(_ value: JSONValue) -> JSONValue {
        guard !texts.isEmpty else { return value }
        let bytes = Array(value.compactText.utf8)
        var output: [UInt8] = []
        var place = 0
        while let quote = bytes[place...].firstIndex(of: Self.quote) {
            var end = quote + 1
            while end < bytes.count, bytes[end] != Self.quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
            end = min(end, bytes.count)
            output += bytes[place...quote] + masked(Array(bytes[(quote + 1)..<end]))
            if end < bytes.count { output.append(Self.quote) }
            place = min(end + 1, bytes.count)
        }
        output += bytes[place...]
        // If a secret ends inside an escape sequence, the result is not JSON.
        return output == bytes ? value : (try? JSONValue(parsing: output)) ?? .string("***")
    }

    private static let quote = UInt8(ascii: "\"")

    private func masked(_ bytes: [UInt8]) -> [UInt8] { texts.reduce(bytes) { Self.masked($0, $1) } }

    /// Compares bytes and not characters, because a combining accent after a secret would change its last character.
    private static func masked(_ bytes: [UInt8], _ secret: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        var place = 0
        while place + secret.count <= bytes.count {
            guard bytes[place] == secret[0], bytes[place..<place + secret.count].elementsEqual(secret) else {
                place += 1
                continue
            }
            output += bytes[start..<place] + mask
            place += secret.count
            start = place
        }
        return start == 0 ? bytes : output + bytes[start...]
    }
}

extension String {
    /// A JSON string without its quotation marks.
    fileprivate var trimmingQuotes: String { String(dropFirst().dropLast()) }
}

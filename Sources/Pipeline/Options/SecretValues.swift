package import JSONParsing

/// The secret texts of a run, and what takes them out of a text before people see it.
///
/// Where a component holds a ``MaskedText`` it shows nothing secret. This type is for all other texts: what a component says of a plain
/// string, what a server answers, what a library says.
package struct SecretValues: Sendable, Equatable {
    /// Shorter texts are not looked for, in bytes: they stand in other words, too.
    private static let minLength = 4
    private static let mask = Array("***".utf8)

    /// The texts in UTF-8, the longest first, so that a part does not hide the whole.
    private var texts: [[UInt8]] = []

    package init() {}

    package var isEmpty: Bool { texts.isEmpty }

    /// Notes a secret text, as it is and as messages quote it; of an address also its parts.
    package mutating func insert(_ text: String) {
        let trimmed = text.trimmingSpaces
        insert([text, trimmed, text.printable, trimmed.printable, JSONValue.string(trimmed).compactText.trimmingQuotes])
        if trimmed.isWebAddress { insert(AddressMask.secretParts(of: trimmed, isSecret: true)) }
    }

    /// Notes what is secret in an address that stands in a file or on a command line.
    package mutating func insert(partsOf address: String) {
        if address.isWebAddress { insert(AddressMask.secretParts(of: address)) }
    }

    /// Notes the path of a secret file, the folders on its way, and what its neighbours are named after.
    package mutating func insert(path: String) {
        // A folder such as "/tmp" or "out" tells nothing, and stands in other paths, too.
        let slashes = path.indices.filter { path[$0] == "/" && $0 > path.startIndex && path[..<$0].dropFirst().contains("/") }
        let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
        insert([path, stem] + slashes.map { String(path[..<$0]) })
    }

    /// Takes texts out that turned out to be no secrets: programs in files of their own.
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

    /// The text with `***` in the place of every secret text.
    package func masked(_ text: String) -> String {
        guard !texts.isEmpty else { return text }
        return String(decoding: masked(Array(text.utf8)), as: UTF8.self)
    }

    /// The value with `***` in the place of every secret text in its strings and keys; numbers stay as they are.
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
        // Where a secret ends in the middle of an escape, what is left is no JSON any more.
        return output == bytes ? value : (try? JSONValue(parsing: output)) ?? .string("***")
    }

    private static let quote = UInt8(ascii: "\"")

    private func masked(_ bytes: [UInt8]) -> [UInt8] { texts.reduce(bytes) { Self.masked($0, $1) } }

    /// Bytes are compared, not characters: a secret is found also where an accent follows it.
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

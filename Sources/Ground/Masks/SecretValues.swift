package import JSONParsing
internal import Synchronization

/// The secret texts of a run. It replaces them by `***` in messages, rejects and other text for users.
///
/// A ``MaskedText`` masks itself. This type covers all other texts: messages of components about plain strings, responses of servers, and
/// errors of libraries.
package struct SecretValues: Sendable, Equatable {
    /// The length in bytes from which a secret is masked. Shorter ones are parts of ordinary words.
    private static let minLength = 4
    /// The length in bytes from which the case of ASCII letters does not matter: servers change the case of host names and hexadecimal
    /// digits.
    private static let minAnyCaseLength = 12
    private static let mask = Array("***".utf8)
    /// The end of a text that a message has shortened.
    private static let ellipsis = Array("...".utf8)

    /// The texts in UTF-8, longest first: masking a part first would leave the rest of the longer text readable.
    private var texts: [[UInt8]] = []
    /// For each byte, the texts that may begin with the byte, longest first.
    private var byFirstByte = [[[UInt8]]](repeating: [], count: 256)
    /// The parts of the texts.
    private var parts = SecretParts()
    /// Texts that may be secret, or ordinary words, in UTF-8. Masked only in quotations.
    private var words: Set<[UInt8]> = []

    /// Creates a set without texts.
    package init() {}

    /// Whether there is no text that is masked everywhere.
    package var isEmpty: Bool { texts.isEmpty }

    /// Whether a text is a secret, in one of the forms in which messages may quote it.
    package func contains(_ text: String) -> Bool { texts.contains(Array(text.utf8)) }

    /// Adds a secret text in all forms in which messages may quote it. For a URL, it also adds the components.
    package mutating func insert(_ text: String) {
        insert(SecretForms(text).texts)
        parts.insert(text)
        let trimmed = text.trimmingSpaces
        if trimmed.isWebAddress { insertForms(of: AddressMask.secretParts(of: trimmed, isSecret: true)) }
    }

    private mutating func insertForms(of texts: [String]) {
        for text in texts where text.utf8.count >= Self.minLength { insert(SecretForms(text).texts) }
    }

    /// Adds a text that stands in the pipeline file under the name of a secret, such as `password`.
    ///
    /// A text that looks like a credential is secret. Any other one may be an ordinary word, such as `bearer`, `name` or `true`, which
    /// would destroy messages and records. So it is masked only in quotations, and only as a whole word.
    package mutating func insert(literal text: String) {
        if Self.isLikelySecret(text) { return insert(text) }
        words.formUnion(SecretForms(text).texts.map { Array($0.utf8) }.filter { $0.count >= Self.minLength })
    }

    /// Adds the credentials of a URL that is not secret itself.
    package mutating func insert(partsOf address: String) {
        if address.isWebAddress { insertForms(of: AddressMask.secretParts(of: address)) }
    }

    /// Adds the path of a secret file, its parent folders, and the path without extension, from which names of related files are made.
    package mutating func insert(path: String) {
        // A top folder such as "/tmp" or "out" is no secret, and is a part of other paths, too.
        let slashes = path.indices.filter { path[$0] == "/" && $0 > path.startIndex && path[..<$0].dropFirst().contains("/") }
        let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
        insert([path, stem] + slashes.map { String(path[..<$0]) })
    }

    /// Removes texts that are not secret after all: jq programs from files.
    package mutating func remove(_ open: Set<String>) {
        var known = SecretValues()
        for text in open { known.insert(text) }
        index(texts.filter { !known.texts.contains($0) })
        words.subtract(known.texts)
        parts.subtract(known.parts)
    }

    /// Whether a text that stands in a pipeline file looks like a credential: at least six bytes, with letters and with digits or both
    /// cases.
    package static func isLikelySecret(_ text: String) -> Bool {
        guard text.utf8.count >= 6, text.contains(where: \.isLetter) else { return false }
        return text.contains(where: \.isNumber) || text.contains(where: \.isUppercase) && text.contains(where: \.isLowercase)
    }

    /// Adds the texts of another set.
    package mutating func formUnion(_ other: SecretValues) {
        add(other.texts)
        parts.formUnion(other.parts)
        words.formUnion(other.words)
    }

    private mutating func insert(_ texts: [String]) { add(texts.map { Array($0.utf8) }.filter { $0.count >= Self.minLength }) }

    private mutating func add(_ new: [[UInt8]]) {
        // Most runs learn no secret, and each message asks all runs of the command.
        if new.isEmpty { return }
        let known = Set(texts)
        let added = Set(new).subtracting(known)
        if added.isEmpty { return }
        index(texts + added)
    }

    private mutating func index(_ all: [[UInt8]]) {
        // Texts of the same length are ordered by their bytes, so that sets with equal texts compare as equal.
        texts = all.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
        byFirstByte = [[[UInt8]]](repeating: [], count: 256)
        for text in texts {
            let isAnyCase = text.count >= Self.minAnyCaseLength
            for byte in Set(isAnyCase ? [Self.lowercased(text[0]), Self.uppercased(text[0])] : [text[0]]) {
                if !EscapeSequence.firstBytes.contains(byte) { byFirstByte[Int(byte)].append(text) }
            }
            for byte in EscapeSequence.firstBytes { byFirstByte[Int(byte)].append(text) }
        }
    }

    /// Returns a text with every secret text replaced by `***`.
    package func masked(_ text: String) -> String {
        guard !texts.isEmpty else { return text }
        return String(decoding: masked(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns a quotation, such as a line of the pipeline file or an error of a server, with `***` in place of every text that is or may
    /// be secret.
    package func maskedQuotation(_ text: String) -> String {
        let text = masked(text)
        guard !words.isEmpty else { return text }
        let longestFirst = words.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
        return String(decoding: longestFirst.reduce(Array(text.utf8), Self.maskingWord), as: UTF8.self)
    }

    /// Replaces a word by `***`, except where a letter or digit stands directly before or after the word.
    private static func maskingWord(_ bytes: [UInt8], _ word: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        var place = 0
        while place + word.count <= bytes.count {
            let end = place + word.count
            guard bytes[place] == word[0], bytes[place..<end].elementsEqual(word), place == 0 || !isWordByte(bytes[place - 1]),
                end == bytes.count || !isWordByte(bytes[end])
            else {
                place += 1
                continue
            }
            output += bytes[start..<place] + mask
            place = end
            start = end
        }
        return start == 0 ? bytes : output + bytes[start...]
    }

    /// Whether a byte is an ASCII letter or digit, or a part of another character.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
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

    private func masked(_ bytes: [UInt8]) -> [UInt8] { masked(bytes, isEnd: true).output }

    /// Masks a piece of a longer text.
    ///
    /// It compares bytes and not characters, because a combining accent after a secret would change its last character. Secrets that
    /// overlap are masked as one.
    ///
    /// - Parameters:
    ///   - bytes: The rest that the previous call returned, followed by the piece.
    ///   - isEnd: Whether the text ends here.
    /// - Returns: The masked bytes, and the rest at the end, which may be the beginning of a secret.
    package func masked(_ bytes: [UInt8], isEnd: Bool) -> (output: [UInt8], rest: [UInt8]) {
        let longest = (texts.first?.count ?? 1) * EscapeSequence.maxBytes
        let limit = isEnd ? bytes.count : max(0, bytes.count - longest + 1)
        var output: [UInt8] = []
        // The end of the last secret.
        var end = 0
        for place in 0..<limit {
            let candidates = byFirstByte[Int(bytes[place])]
            let whole = candidates.lazy.compactMap { Self.end(of: $0, at: place, in: bytes) }.first
            guard let found = whole ?? (place >= end && !parts.isEmpty ? parts.end(at: place, in: bytes) : nil) else { continue }
            if place >= end { output += bytes[end..<place] + Self.mask }
            end = max(end, found)
        }
        if end == 0, limit == bytes.count { return (bytes, []) }
        let done = max(end, limit)
        return (output + bytes[end..<done], Array(bytes[done...]))
    }

    /// The secrets, and each line of those with several lines. A diff shows a text line by line.
    package var withLines: SecretValues {
        var all = self
        for text in texts where text.contains(UInt8(ascii: "\n")) {
            all.insert(text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self).trimmingSpaces })
        }
        return all
    }

    /// The secrets of a length in bytes or more.
    package func secrets(ofAtLeast count: Int) -> SecretValues {
        var found = SecretValues()
        found.index(texts.filter { $0.count >= count })
        return found
    }

    /// The offset behind a secret text that begins at an offset, with or without escape sequences; nil if the text is not there.
    private static func end(of text: [UInt8], at place: Int, in bytes: [UInt8]) -> Int? {
        // For a secret that contains "&", a message may show "&amp;" as an escape sequence for that byte, or as five bytes of the secret.
        end(of: text, at: place, in: bytes, prefersEscapes: true) ?? end(of: text, at: place, in: bytes, prefersEscapes: false)
    }

    private static func end(of text: [UInt8], at place: Int, in bytes: [UInt8], prefersEscapes: Bool) -> Int? {
        let isAnyCase = text.count >= minAnyCaseLength
        var place = place
        var matched = 0
        for byte in text {
            guard place < bytes.count else { return nil }
            let found = bytes[place]
            if prefersEscapes, let end = EscapeSequence.end(of: byte, at: place, in: bytes) {
                place = end
            } else if found == byte || isAnyCase && lowercased(found) == lowercased(byte) {
                place += 1
            } else {
                // Messages of jq programs show the beginning of a long text.
                return matched >= minLength && bytes[place...].starts(with: ellipsis) ? place : nil
            }
            matched += 1
        }
        return place
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte }

    private static func uppercased(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte }
}

/// The secret texts that a run learns while it is going on, such as access tokens. A class, because the tasks of a run share it.
///
/// ``PipelinePlan/secrets`` are known before a run. Messages, warnings and rejects are masked with both.
package final class LearnedSecrets: Sendable {
    private let values = Mutex(SecretValues())

    /// Creates a set without texts, for one run.
    package init() {}

    /// Adds secret texts in all forms in which messages may quote them. Very short texts are not masked, as in ``SecretValues``.
    package func insert(_ texts: [String]) {
        values.withLock { values in for text in texts { values.insert(text) } }
    }

    /// Adds a secret text of the pipeline, as ``SecretValues/insert(literal:)`` if it stands in the file itself.
    package func insert(_ text: MaskedText) {
        guard text.isSecret else { return }
        values.withLock { text.isLiteralSecret ? $0.insert(literal: text.value) : $0.insert(text.value) }
    }

    /// Adds the user, the password and the sensitive query items of a URL.
    package func insert(partsOf address: String) { values.withLock { $0.insert(partsOf: address) } }

    /// The texts so far.
    package var snapshot: SecretValues { values.withLock { $0 } }

    /// Returns a text of a server or a library, such as the body of an error response, without learned secrets, credentials in URLs and
    /// control characters.
    package func maskedExternalText(_ text: String) -> String {
        AddressMask.maskedExternalText(snapshot.maskedQuotation(text)).printable
    }
}

import JSONParsing

/// Makes names for files and URLs from titles: words in lower case with hyphens between them.
///
/// The slug of a slug is itself.
package struct Slug {
    /// Limits of the option `bytes`. A file name may have 255 bytes on most systems, an ending included.
    static let byteRange = 20...240

    /// The greatest length in bytes.
    var maxBytes = 80
    /// Whether ä, ö and ü become ae, oe and ue.
    var isGerman = false
    /// Whether other scripts become Latin letters, or are dropped if there is no rule for them.
    var isASCII = false
    /// The slug of a text without letters and digits; nil: `untitled` and a hash of the text.
    var fallback: String?

    init() {}

    /// The slug of a title, for callers outside of a program.
    ///
    /// - Parameters:
    ///   - text: The title.
    ///   - maxBytes: The greatest length in bytes.
    /// - Throws: ``QueryRuntimeError`` for a title that is too long, `CancellationError` if the task was cancelled.
    package static func text(of text: String, maxBytes: Int) throws -> String {
        var slug = Slug()
        slug.maxBytes = min(max(maxBytes, byteRange.lowerBound), byteRange.upperBound)
        do {
            return try slug.made(of: text, QueryBudget(limits: .standard))
        } catch {
            throw QueryRuntimeError.thrown(error)
        }
    }

    /// Reads the argument of `slug(options)`.
    init(_ options: JSONValue) throws {
        let reader = try FunctionOptions(options, of: "slug", known: ["ascii", "bytes", "fallback", "german"])
        isASCII = try reader.boolean("ascii") ?? false
        isGerman = try reader.boolean("german") ?? false
        maxBytes = try reader.integer("bytes", in: Self.byteRange) ?? maxBytes
        fallback = try reader.string("fallback")
    }

    /// The slug of a title.
    func made(of text: String, _ budget: QueryBudget) throws -> String {
        var writer = SlugWriter(self)
        var count = 0
        for scalar in text.unicodeScalars {
            writer.read(scalar)
            count += 1
            if count & 0x1F == 0 { try budget.steps(0x10) }
            if writer.output.count > maxBytes { break }
        }
        let written = writer.finish()
        if !written.isEmpty, writer.lostCount > writer.letterCount {
            // A hash distinguishes titles that lose most of their letters.
            return cut(written, to: maxBytes - 9) + "-" + (try hash(of: text, budget))
        }
        // A hash distinguishes titles that differ only after the limit.
        if written.count > maxBytes { return cut(written, to: maxBytes - 9) + "-" + (try hash(of: text, budget)) }
        let slug = String(decoding: written, as: UTF8.self)
        if !slug.isEmpty { return isDevice(slug) ? slug + "-file" : slug }
        if let fallback {
            var other = self
            other.fallback = nil
            return try other.made(of: fallback, budget)
        }
        return text.isEmpty ? "untitled" : "untitled-" + (try hash(of: text, budget))
    }

    /// Cuts a slug after a word, or after a character if the last word is long.
    private func cut(_ slug: [UInt8], to maxBytes: Int) -> String {
        let hyphen = UInt8(ascii: "-")
        guard slug.count > maxBytes else { return String(decoding: slug, as: UTF8.self) }
        var end = maxBytes
        if slug[end] != hyphen {
            if let place = slug[..<end].lastIndex(of: hyphen), place >= maxBytes / 2 {
                end = place
            } else {
                end = lastCharacterEnd(in: slug, maxBytes)
            }
        }
        let kept = slug[..<end]
        return Self.withFinalSigma(String(decoding: kept.last == hyphen ? kept.dropLast() : kept, as: UTF8.self))
    }

    /// The end of the last whole character within the limit. A character that is longer than the limit is cut after a code point.
    private func lastCharacterEnd(in slug: [UInt8], _ maxBytes: Int) -> Int {
        let text = String(decoding: slug, as: UTF8.self)
        var end = 0
        for character in text {
            guard end + character.utf8.count <= maxBytes else { break }
            end += character.utf8.count
        }
        if end > 0 { return end }
        end = maxBytes
        while end > 0, slug[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Replaces σ at the end of a word by the final sigma ς.
    static func withFinalSigma(_ word: String) -> String {
        let scalars = word.unicodeScalars
        guard scalars.last == "σ", scalars.count > 1, let before = scalars.dropLast().last, before != "-" else { return word }
        return String(String.UnicodeScalarView(scalars.dropLast())) + "ς"
    }

    /// Whether Windows reserves the name for a device.
    private func isDevice(_ slug: String) -> Bool {
        if ["con", "prn", "aux", "nul"].contains(slug) { return true }
        guard slug.utf8.count == 4, slug.hasPrefix("com") || slug.hasPrefix("lpt"), let last = slug.utf8.last else { return false }
        return Lexer.isDigit(last)
    }

    /// Eight hexadecimal digits that are the same in each run (FNV-1a).
    private func hash(of text: String, _ budget: QueryBudget) throws -> String {
        var hash: UInt32 = 0x811C_9DC5
        var count = 0
        for byte in text.utf8 {
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
            count += 1
            try budget.chargeBlock(at: count)
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}

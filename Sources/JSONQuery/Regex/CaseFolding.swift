/// Case folding by Unicode: characters are alike if they fold to the same text, which may be up to three characters long (`ß` and `SS`).
enum CaseFolding {
    /// Characters that fold to another one which is neither their lower case, nor has them as its upper case.
    private static let odd = Array("ſKÅµς\u{345}\u{1FBE}ϐϑϴϕϖϰϱϵΩẛǅǈǋǲᲀᲁᲂᲃᲄᲅᲆᲇᲈ".unicodeScalars).map(\.value)

    /// The odd characters by what they fold to.
    private static let oddByFolding = Dictionary(grouping: odd, by: folded)

    /// The characters that fold to more than one, with what they fold to.
    static let expansions: [(code: UInt32, folding: [UInt32])] = {
        let ranges: [ClosedRange<UInt32>] = [0xDF...0x587, 0x1E96...0x1FFC, 0xFB00...0xFB17]
        return ranges.joined().compactMap { code in
            let folding = full(code)
            return folding.count > 1 ? (code, folding) : nil
        }
    }()

    /// What two characters may begin that one character folds to.
    private static let expansionStarts = Set(expansions.map { UInt64($0.folding[0]) << 32 | UInt64($0.folding[1]) })

    /// Whether a part of a folded text may stand for a single character.
    static func hasExpansion(_ folding: [UInt32]) -> Bool {
        zip(folding, folding.dropFirst()).contains { expansionStarts.contains(UInt64($0) << 32 | UInt64($1)) }
    }

    /// The other characters that fold to the same one.
    static func variants(of code: UInt32) -> [UInt32] {
        let folding = folded(code)
        var found: [UInt32] = []
        func add(_ other: UInt32) { if other != code, folded(other) == folding, !found.contains(other) { found.append(other) } }
        add(folding)
        if let properties = Unicode.Scalar(folding)?.properties {
            for mapping in [properties.uppercaseMapping, properties.titlecaseMapping, properties.lowercaseMapping] {
                let scalars = mapping.unicodeScalars
                if scalars.count == 1, let other = scalars.first { add(other.value) }
            }
        }
        if folding == 0xDF { add(0x1E9E) }
        for other in oddByFolding[folding] ?? [] { add(other) }
        return found
    }

    /// One character of those that differ by case, for characters that fold to one; otherwise the character in lower case.
    static func folded(_ code: UInt32) -> UInt32 {
        if code < 128 { return code >= 0x41 && code <= 0x5A ? code + 32 : code }
        let folding = full(code)
        return folding.count == 1 ? folding[0] : code == 0x1E9E ? 0xDF : code
    }

    /// The folding of a character: the lower case of its upper case, because some characters share an upper case only.
    static func full(_ code: UInt32) -> [UInt32] {
        if code < 128 { return [code >= 0x41 && code <= 0x5A ? code + 32 : code] }
        // The dotless i has an upper case that is not its own.
        guard code != 0x131, let scalar = Unicode.Scalar(code) else { return [code] }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        let upper = lower.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
        return upper.flatMap { $0.properties.lowercaseMapping.unicodeScalars }.map(\.value)
    }
}

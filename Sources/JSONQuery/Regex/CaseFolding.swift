/// Characters that differ by their case only, one to one.
enum CaseFolding {
    static func variants(of code: UInt32) -> [UInt32] {
        guard let scalar = Unicode.Scalar(code) else { return [] }
        let properties = scalar.properties
        var found: [UInt32] = []
        for mapping in [properties.lowercaseMapping, properties.uppercaseMapping] {
            let scalars = mapping.unicodeScalars
            if scalars.count == 1, let other = scalars.first?.value, other != code, !found.contains(other) { found.append(other) }
        }
        return found
    }

    /// One character of those that differ by case.
    static func folded(_ code: UInt32) -> UInt32 {
        if code < 128 { return code >= 0x41 && code <= 0x5A ? code + 32 : code }
        guard let scalar = Unicode.Scalar(code) else { return code }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        guard upper.count == 1, let first = upper.first else { return code }
        let lower = first.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? code : code
    }
}

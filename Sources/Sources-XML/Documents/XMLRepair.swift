internal import HTMLParsing

/// Mends what many feeds and exports contain although XML forbids it: control characters, entities of HTML, ampersands that begin no
/// reference, and document types with an external identifier.
///
/// Only documents that the strict reader has refused are mended.
struct XMLRepair {
    private static let xmlNames: Set<String> = ["lt", "gt", "amp", "apos", "quot"]
    /// The longest name of an entity in bytes.
    private static let maxNameBytes = 32
    /// The number of references that are remembered.
    private static let maxReferences = 5_000
    /// The bytes at the start of a document in which it names its encoding.
    private static let headBytes = 200

    private let bytes: [UInt8]
    private var place = 0
    private var output: [UInt8] = []
    /// The references of XML for entities of HTML, by their names; nil for a name that HTML lacks.
    private var references: [String: String?] = [:]
    /// Whether a document type declaration may follow; false after the first one, so that the search for its end runs only once.
    private var mayHaveDocumentType = true

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a control character of ASCII has no other meaning in the encoding of a document.
    ///
    /// - Parameter start: The first bytes of the document.
    static func isMendable(_ start: some Collection<UInt8>) -> Bool {
        let head = start.prefix(headBytes)
        if head.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) { return false }
        // The escape sequences of ISO-2022 are control characters.
        return !String(decoding: head, as: UTF8.self).lowercased().contains("iso-2022")
    }

    /// Whether XML forbids a byte in an encoding that extends ASCII.
    static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }

    /// Returns the mended document; nil for one that cannot be mended.
    static func mended(_ bytes: [UInt8]) -> [UInt8]? {
        guard isMendable(bytes) else { return nil }
        var repair = XMLRepair(bytes)
        repair.output.reserveCapacity(bytes.count)
        while repair.place < bytes.count { repair.mendNext() }
        return repair.output
    }

    private mutating func mendNext() {
        let byte = bytes[place]
        if byte == UInt8(ascii: "&") {
            mendReference()
        } else if byte == UInt8(ascii: "<"), has("<![CDATA[") {
            copy(through: "]]>")
        } else if byte == UInt8(ascii: "<"), has("<!--") {
            copy(through: "-->")
        } else if byte == UInt8(ascii: "<"), mayHaveDocumentType, has("<!DOCTYPE") {
            mayHaveDocumentType = false
            if let end = endOfPlainDocumentType { place = end } else { copy() }
        } else {
            copy()
        }
    }

    /// Copies a byte, unless XML forbids it.
    private mutating func copy() {
        if !Self.isForbidden(bytes[place]) { output.append(bytes[place]) }
        place += 1
    }

    /// Copies all bytes through the next occurrence of a delimiter, or to the end of the document.
    private mutating func copy(through mark: StaticString) {
        while place < bytes.count {
            guard has(mark) else {
                copy()
                continue
            }
            for _ in 0..<mark.utf8CodeUnitCount { copy() }
            return
        }
    }

    /// The offset after a document type declaration; nil if the declaration has an internal subset, or does not end.
    private var endOfPlainDocumentType: Int? {
        guard let end = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }) else { return nil }
        return bytes[end] == UInt8(ascii: ">") ? end + 1 : nil
    }

    private mutating func mendReference() {
        let name = bytes[(place + 1)...].prefix(Self.maxNameBytes).prefix {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "#")
        }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"),
            let reference = reference(String(decoding: name, as: UTF8.self))
        else {
            output += "&amp;".utf8
            place += 1
            return
        }
        output += reference.utf8
        place = name.endIndex + 1
    }

    /// The reference of XML for one of HTML; nil if there is none.
    private mutating func reference(_ name: String) -> String? {
        if name.hasPrefix("#") || Self.xmlNames.contains(name) { return "&\(name);" }
        if let known = references[name] { return known }
        let written = "&\(name);"
        let document = HTMLDocument(parsingFragment: written)
        let text = document.textContent(of: document.root)
        // HTML reads the beginning of some names without a semicolon.
        let isKnown = !text.isEmpty && text != written && (text.unicodeScalars.count == 1 || !text.hasSuffix(";"))
        let reference = isKnown ? text.unicodeScalars.map { "&#\($0.value);" }.joined() : nil
        if references.count < Self.maxReferences { references[name] = .some(reference) }
        return reference
    }

    private func has(_ mark: StaticString) -> Bool {
        guard place + mark.utf8CodeUnitCount <= bytes.count else { return false }
        return mark.withUTF8Buffer { mark in
            for index in mark.indices where unsafe bytes[place + index] != mark[index] { return false }
            return true
        }
    }
}

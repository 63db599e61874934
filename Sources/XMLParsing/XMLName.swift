/// The name of an element or attribute, with its namespace.
///
/// - SeeAlso: [Namespaces in XML 1.0](https://www.w3.org/TR/xml-names/)
public struct XMLName: Hashable, Sendable {
    /// The prefix as written; empty if there is none.
    public let prefix: String
    /// The name after the prefix.
    public let local: String
    /// The namespace that the prefix stands for. Empty for attributes without a prefix, and for elements outside of any namespace.
    public let namespace: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - prefix: The prefix; empty for none.
    ///   - local: The name after the prefix.
    ///   - namespace: The namespace; empty for none.
    public init(prefix: String = "", local: String, namespace: String = "") {
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    /// The name as it is written in the document.
    public var written: String { prefix.isEmpty ? local : "\(prefix):\(local)" }
}

/// An attribute of an XML element, with its namespace.
public struct XMLAttribute: Hashable, Sendable {
    /// The name.
    public let name: XMLName
    /// The value, with references replaced, and with tabs and line breaks as spaces.
    public let value: String

    /// Creates an attribute.
    public init(name: XMLName, value: String) {
        self.name = name
        self.value = value
    }
}

/// The characters of names.
///
/// - SeeAlso: [XML 1.0, 2.3, NameStartChar and NameChar](https://www.w3.org/TR/xml/#NT-NameStartChar)
enum XMLNameCharacters {
    private static let ascii: [(isStart: Bool, isPart: Bool)] = (0..<0x80).map { code in
        let byte = UInt8(code)
        let isStart = (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
        return (isStart, isStart || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "."))
    }

    static func isStart(_ code: UInt32) -> Bool {
        switch code {
        case 0..<0x80: ascii[Int(code)].isStart
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
            0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    static func isPart(_ code: UInt32) -> Bool {
        switch code {
        case 0..<0x80: ascii[Int(code)].isPart
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isStart(code)
        }
    }
}

extension Span where Element == UInt8 {
    /// The character that begins at an offset, and its length. The bytes are valid UTF-8.
    func character(at index: Int) -> (code: UInt32, length: Int) {
        let first = UInt32(self[index])
        func rest(_ place: Int) -> UInt32 { UInt32(self[index + place]) & 0x3F }
        switch first {
        case 0..<0x80: return (first, 1)
        case 0..<0xE0: return ((first & 0x1F) << 6 | rest(1), 2)
        case 0..<0xF0: return ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
        default: return ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
        }
    }

    /// The bytes of a range as text. They are valid UTF-8.
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a word stands at an offset.
    func holds(_ word: StaticString, at index: Int) -> Bool {
        guard index + word.utf8CodeUnitCount <= count else { return false }
        return word.withUTF8Buffer { word in
            for place in word.indices where unsafe self[index + place] != word[place] { return false }
            return true
        }
    }

    /// Whether the bytes from an offset to the end are the beginning of a word, so that the next chunk may complete it.
    func endsInside(_ word: StaticString, at index: Int) -> Bool {
        guard index + word.utf8CodeUnitCount > count else { return false }
        return word.withUTF8Buffer { word in
            for place in 0..<Swift.max(0, count - index) where unsafe self[index + place] != word[place] { return false }
            return true
        }
    }
}

extension UInt8 {
    /// Whether the byte is white space of XML. A carriage return was read as a line feed.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}

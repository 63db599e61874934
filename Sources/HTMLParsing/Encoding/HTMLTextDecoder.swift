/// Decodes text of one encoding to UTF-8 while it arrives in pieces.
///
/// A piece may end anywhere, also inside a character or an escape sequence. Not copyable, because it owns a conversion of the system.
public struct HTMLTextDecoder: ~Copyable, Sendable {
    /// The encoding.
    public let encoding: HTMLEncoding
    // Exactly one of these is set.
    private var utf8: HTMLUTF8Repair?
    private var utf16: UTF16Decoder?
    private var singleByte: SingleByteDecoder?
    private var multiByte: MultiByteDecoder?
    private var iso2022JP: ISO2022JPDecoder?
    /// Whether nothing has been written yet, so that a byte order mark may come.
    private var isAtStart = true

    /// Prepares to decode an encoding.
    ///
    /// - Returns: nil if the system lacks the encoding, or it is the standard's `replacement`, which stands for encodings that are unsafe.
    public init?(_ encoding: HTMLEncoding) {
        self.encoding = encoding
        utf8 = encoding == .utf8 ? HTMLUTF8Repair() : nil
        utf16 = encoding == .utf16BE || encoding == .utf16LE ? UTF16Decoder(isBigEndian: encoding == .utf16BE) : nil
        let upperHalf = encoding == .xUserDefined ? Array(0xF780...0xF7FF) : HTMLSingleByteTables.upperHalf(of: encoding)
        singleByte = upperHalf.map(SingleByteDecoder.init)
        multiByte = MultiByteDecoder(encoding)
        iso2022JP = encoding == .iso2022JP ? ISO2022JPDecoder() : nil
        if utf8 == nil, utf16 == nil, upperHalf == nil, multiByte == nil, iso2022JP == nil { return nil }
    }

    /// Decodes the next piece.
    ///
    /// - Returns: Well-formed UTF-8, with U+FFFD for each sequence that is invalid in the encoding. A byte order mark is left out. The
    ///   beginning of a character at the end waits for the next piece.
    public mutating func decode(_ bytes: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        if let repaired = utf8?.repaired(bytes) { output = repaired }
        utf16?.decode(bytes, into: &output)
        singleByte?.decode(bytes, into: &output)
        multiByte?.decode(bytes, into: &output)
        iso2022JP?.decode(bytes, into: &output)
        return withoutMark(output)
    }

    /// Ends the text.
    ///
    /// - Returns: U+FFFD for an unfinished character; otherwise nothing.
    public mutating func finish() -> [UInt8] {
        var output: [UInt8] = []
        if let rest = utf8?.flush() { output = rest }
        utf16?.finish(into: &output)
        multiByte?.finish(into: &output)
        iso2022JP?.finish(into: &output)
        return withoutMark(output)
    }

    /// The sequences that became U+FFFD up to here.
    public var faults: HTMLDecodingFaults {
        if let faults = utf8?.faults ?? utf16?.faults ?? singleByte?.faults { return faults }
        // The decoders are not copyable. A switch borrows them; optional chaining would consume them.
        switch multiByte {
        case .some(let decoder): return decoder.faults
        case nil: break
        }
        switch iso2022JP {
        case .some(let decoder): return decoder.faults
        case nil: return HTMLDecodingFaults()
        }
    }

    private mutating func withoutMark(_ output: [UInt8]) -> [UInt8] {
        guard isAtStart, !output.isEmpty else { return output }
        isAtStart = false
        return output.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(output.dropFirst(3)) : output
    }
}

/// Decodes an encoding in which each byte is a character.
private struct SingleByteDecoder: Sendable {
    /// The code points of the bytes 0x80 to 0xFF.
    private let upperHalf: [UInt16]
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    init(upperHalf: [UInt16]) { self.upperHalf = upperHalf }

    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count + bytes.count / 8)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte < 0x80 {
                output.append(byte)
                continue
            }
            let code = upperHalf[Int(byte) - 0x80]
            if code == 0xFFFD { faults.add(at: offset + index) }
            output.append(codePoint: UInt32(code))
        }
        offset += bytes.count
    }
}

/// Decodes UTF-16.
///
/// - SeeAlso: [Encoding 14.2, shared UTF-16 decoder](https://encoding.spec.whatwg.org/#shared-utf-16-decoder)
private struct UTF16Decoder: Sendable {
    private let isBigEndian: Bool
    /// The first byte of a code unit at the end of the last chunk.
    private var half: UInt8?
    /// The first half of a surrogate pair.
    private var lead: UInt32?
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count)
        for index in bytes.indices {
            offset += 1
            guard let first = half else {
                half = bytes[index]
                continue
            }
            half = nil
            let (high, low) = isBigEndian ? (first, bytes[index]) : (bytes[index], first)
            read(unit: UInt32(high) << 8 | UInt32(low), into: &output)
        }
    }

    private mutating func read(unit: UInt32, into output: inout [UInt8]) {
        if let lead {
            self.lead = nil
            if unit & 0xFC00 == 0xDC00 {
                output.append(codePoint: 0x1_0000 + ((lead & 0x3FF) << 10 | (unit & 0x3FF)))
                return
            }
            replace(at: offset - 4, into: &output)
        }
        switch unit & 0xFC00 {
        case 0xD800: lead = unit
        case 0xDC00: replace(at: offset - 2, into: &output)
        default: output.append(codePoint: unit)
        }
    }

    /// Ends the text. An incomplete pair and an incomplete code unit at the end are one fault.
    mutating func finish(into output: inout [UInt8]) {
        if lead != nil || half != nil { replace(at: offset - (lead == nil ? 0 : 2) - (half == nil ? 0 : 1), into: &output) }
        (lead, half) = (nil, nil)
    }

    private mutating func replace(at place: Int, into output: inout [UInt8]) {
        faults.add(at: place)
        output.appendReplacementCharacter()
    }
}

/// The sequences of bytes that a decoder replaced by U+FFFD.
public struct HTMLDecodingFaults: Sendable, Equatable {
    /// The number of sequences.
    public private(set) var count = 0
    /// The offset of the first one in the input, in bytes; nil if there is none.
    public private(set) var firstOffset: Int?

    /// Creates the counts of a text without faults.
    public init() {}

    mutating func add(at offset: Int) {
        if count == 0 { firstOffset = offset }
        count += 1
    }
}

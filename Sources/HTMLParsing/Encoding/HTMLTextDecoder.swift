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
    /// - Returns: Well-formed UTF-8, with U+FFFD for each sequence that is none of the encoding. A byte order mark is left out. The beginning
    ///   of a character at the end waits for the next piece.
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
        // A value that is not copyable is borrowed by a switch, and not by a chain.
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

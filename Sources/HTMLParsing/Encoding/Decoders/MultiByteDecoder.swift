/// Decodes an encoding in which characters have one or several bytes, and no state lasts from one to the next.
///
/// The system converts what it can. Where it stops, this type knows from the standard how long the fault is. So a fault never takes a line
/// end or a delimiter with it, and a text in pieces gives the same as the whole.
///
/// - SeeAlso: [Encoding 10 to 13, Legacy multi-byte encodings](https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings)
struct MultiByteDecoder: ~Copyable, Sendable {
    private let form: MultiByteForm
    private var converter: CharsetConverter
    /// The beginning of a character at the end of the last chunk.
    private var pending: [UInt8] = []
    /// The offset of the pending bytes in the input.
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    /// - Returns: nil if the system does not know the encoding, or the encoding is none of these.
    init?(_ encoding: HTMLEncoding) {
        guard let names = Self.names(of: encoding), let converter = CharsetConverter(anyOf: names) else { return nil }
        self.converter = converter
        form = MultiByteForm(encoding: encoding)
    }

    /// What systems call an encoding, the name that fits the standard best first; nil for an encoding that this type does not decode.
    static func names(of encoding: HTMLEncoding) -> [String]? {
        switch encoding {
        case .big5: ["BIG5-HKSCS", "BIG5"]
        case .eucJP: ["EUC-JP-MS", "EUC-JP"]
        case .eucKR: ["CP949", "UHC", "EUC-KR"]
        case .gb18030, .gbk: ["GB18030", "GBK"]
        case .shiftJIS: ["CP932", "SHIFT_JIS"]
        default: nil
        }
    }

    mutating func decode(_ chunk: Span<UInt8>, into output: inout [UInt8]) {
        var bytes = pending
        bytes.append(span: chunk)
        pending = []
        var index = 0
        var end = 0
        while index < bytes.count {
            if index >= end { end = form.endOfPossible(in: bytes, from: index) }
            index += converter.convert(bytes.span.extracting(index..<end), into: &output)
            guard index < bytes.count else { break }
            if let (length, text) = form.character(at: index, in: bytes) {
                output += text.utf8
                index += length
            } else if let length = form.faultLength(at: index, in: bytes) {
                faults.add(at: offset + index)
                output.appendReplacementCharacter()
                index += length
            } else {
                pending = Array(bytes[index...])
                break
            }
        }
        offset += index
    }

    /// Ends the text. An unfinished character is one fault.
    mutating func finish(into output: inout [UInt8]) {
        guard !pending.isEmpty else { return }
        faults.add(at: offset)
        output.appendReplacementCharacter()
        offset += pending.count
        pending = []
    }
}

internal import HTMLParsing

/// Decodes the content of a part while it arrives in pieces. Faults are mended: stray characters are skipped or kept, and counted.
///
/// - SeeAlso: RFC 2045, section 6
struct TransferDecoder: Sendable {
    /// The transfer encodings that change the bytes.
    enum Encoding: Sendable {
        case identity, quotedPrintable, base64, uuencode

        /// - Parameter name: The value of the header `Content-Transfer-Encoding`, in lower case.
        /// - Returns: nil for an unknown name.
        init?(named name: String) {
            switch name {
            case "", "7bit", "8bit", "binary", "7-bit", "8-bit": self = .identity
            case "quoted-printable", "quotedprintable", "qp": self = .quotedPrintable
            case "base64", "base-64": self = .base64
            case "x-uuencode", "uuencode", "uue", "x-uue": self = .uuencode
            default: return nil
            }
        }
    }

    let encoding: Encoding
    /// Whether characters stood where the encoding has none.
    private(set) var hasFaults = false
    private var base64 = Base64State()
    /// The beginning of something that the next piece completes: an escape, white space at the end of a line, a line of uuencode.
    private var held: [UInt8] = []
    private var uuencode = UUState.before
    /// The lines in front of the first line of uuencode. They are the content if that line does not come.
    private var preamble: [UInt8] = []

    private enum UUState { case before, inside, behind, missing }

    /// The longest text that waits for its end, in bytes. Only faults are longer.
    private static let maxHeldBytes = 64 << 10

    init(_ encoding: Encoding) { self.encoding = encoding }

    /// Decodes the next piece, and appends what it gives.
    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        switch encoding {
        case .identity: output.append(span: bytes)
        case .base64:
            base64.decode(bytes, into: &output)
            if base64.hasFaults { hasFaults = true }
        case .quotedPrintable:
            if held.isEmpty {
                quotedPrintable(bytes, into: &output)
            } else {
                var joined = held
                held = []
                joined.append(span: bytes)
                quotedPrintable(joined.span, into: &output)
            }
        case .uuencode:
            held.append(span: bytes)
            uuLines(isEnd: false, into: &output)
        }
    }

    /// Ends the content.
    mutating func finish(into output: inout [UInt8]) {
        switch encoding {
        case .identity: break
        case .base64:
            base64.finish(into: &output)
            if base64.hasFaults { hasFaults = true }
        case .quotedPrintable:
            // Nothing follows: an equals sign at the end is a soft line break, and white space at the end is dropped.
            var rest = held
            held = []
            while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
            if rest.first != UInt8(ascii: "=") { output += rest } else if rest.count > 1 { output += rest }
        case .uuencode:
            uuLines(isEnd: true, into: &output)
            if uuencode == .before { keepPreamble(in: &output) }
        }
    }

    /// - SeeAlso: RFC 2045, section 6.7
    private mutating func quotedPrintable(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        let equals = UInt8(ascii: "=")
        let lineFeed = UInt8(ascii: "\n")
        let end = bytes.count
        output.reserveCapacity(output.count + end)
        var index = 0
        while index < end {
            let stop = firstIndex(of: equals, lineFeed, equals, lineFeed, from: index, in: bytes)
            // White space in front of a line end is transport padding.
            var textEnd = stop
            if stop == end || bytes[stop] == lineFeed {
                if textEnd > index, bytes[textEnd - 1] == 0x0D { textEnd -= 1 }
                while textEnd > index, bytes[textEnd - 1] == 0x20 || bytes[textEnd - 1] == 0x09 { textEnd -= 1 }
            }
            output.append(span: bytes.extracting(index..<textEnd))
            if stop == end {
                hold(bytes.extracting(textEnd..<end), into: &output)
                return
            }
            if bytes[stop] == lineFeed {
                if stop > index, bytes[stop - 1] == 0x0D { output.append(0x0D) }
                output.append(lineFeed)
                index = stop + 1
                continue
            }
            guard let next = escape(bytes, at: stop, into: &output) else {
                hold(bytes.extracting(stop..<end), into: &output)
                return
            }
            index = next
        }
    }

    private mutating func hold(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        if bytes.count > Self.maxHeldBytes { output.append(span: bytes) } else { held.append(span: bytes) }
    }

    /// Reads the escape at an offset.
    ///
    /// - Returns: The offset behind it; nil if its end is in the next piece.
    private mutating func escape(_ bytes: Span<UInt8>, at start: Int, into output: inout [UInt8]) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        if let high = bytes[start + 1].hexDigit {
            guard start + 2 < bytes.count else { return nil }
            if let low = bytes[start + 2].hexDigit {
                output.append(high << 4 | low)
                return start + 3
            }
        } else {
            var index = start + 1
            while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
            if index == bytes.count { return nil }
            if bytes[index] == UInt8(ascii: "\n") { return index + 1 }
            if bytes[index] == 0x0D {
                if index + 1 == bytes.count { return nil }
                if bytes[index + 1] == UInt8(ascii: "\n") { return index + 2 }
            }
        }
        hasFaults = true
        output.append(UInt8(ascii: "="))
        return start + 1
    }

    private mutating func uuLines(isEnd: Bool, into output: inout [UInt8]) {
        var start = 0
        while let stop = held[start...].firstIndex(of: UInt8(ascii: "\n")) {
            uuLine(held[start...stop], into: &output)
            start = stop + 1
        }
        if isEnd || held.count - start > Self.maxHeldBytes {
            uuLine(held[start...], into: &output)
            start = held.count
        }
        held.removeFirst(start)
    }

    /// Keeps lines that are no uuencode as they are.
    private mutating func keepPreamble(in output: inout [UInt8]) {
        uuencode = .missing
        if !preamble.allSatisfy(\.isFoldedSpace) { hasFaults = true }
        output += preamble
        preamble = []
    }

    /// - Parameter whole: A line with its end.
    private mutating func uuLine(_ whole: ArraySlice<UInt8>, into output: inout [UInt8]) {
        var line = whole.last == UInt8(ascii: "\n") ? whole.dropLast() : whole
        if line.last == 0x0D { line.removeLast() }
        switch uuencode {
        case .before:
            if line.starts(with: "begin ".utf8) {
                uuencode = .inside
                if !preamble.allSatisfy(\.isFoldedSpace) { hasFaults = true }
                preamble = []
                return
            }
            preamble += whole
            if preamble.count > Self.maxHeldBytes { keepPreamble(in: &output) }
        case .missing: output += whole
        case .behind:
            // A second file, or text. It is no part of the content.
            if !line.elementsEqual("end".utf8), !line.allSatisfy(\.isFoldedSpace) { hasFaults = true }
        case .inside:
            guard let first = line.first, !line.elementsEqual("end".utf8) else {
                uuencode = .behind
                return
            }
            guard first > 0x20, first <= 0x60 else {
                if first != 0x20 { hasFaults = true }
                return
            }
            let wanted = Int((first &- 0x20) & 0x3F)
            let digits = line.dropFirst()
            var (word, count, written) = (UInt32(0), 0, 0)
            for place in 0..<((wanted + 2) / 3 * 4) {
                // Some programs drop spaces at the end of a line.
                let digit = place < digits.count ? digits[digits.startIndex + place] : 0x20
                if digit < 0x20 || digit > 0x60 { hasFaults = true }
                word = word << 6 | UInt32((digit &- 0x20) & 0x3F)
                count += 1
                guard count == 4 else { continue }
                for shift in [UInt32(16), 8, 0] where written < wanted {
                    output.append(UInt8(truncatingIfNeeded: word >> shift))
                    written += 1
                }
                (word, count) = (0, 0)
            }
        }
    }
}

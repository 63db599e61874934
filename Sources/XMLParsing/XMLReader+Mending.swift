internal import HTMLParsing

/// Faults that the reader mends, if ``mending`` names them.
extension XMLReader {
    /// The first fault in the document that was mended; nil if none was. What was read so far decides.
    public var firstMend: XMLError? { mends.first }

    /// Notes a fault that was mended.
    ///
    /// - Parameter end: The offset of the character that decided, which may be behind the place of the fault.
    mutating func note(_ fault: XMLFault, decidedAt end: Int = 0) {
        if mends.first == nil { mends.note(XMLError(fault.reason, at: place(of: fault.index)), at: max(fault.index, end)) }
    }

    /// Notes the first control character among the text that the input has just appended.
    mutating func noteDropped() {
        guard let dropped = input.takeFirstDropped() else { return }
        mends.drop(XMLError(.forbiddenCharacter(dropped.code), at: place(of: dropped.index)), at: dropped.index)
    }

    /// Reads a reference in a construct that begins at `start`.
    ///
    /// - Returns: The characters that it stands for.
    mutating func referencedText(at index: inout Int, from start: Int) throws(XMLFault) -> String {
        let first = index
        do throws(XMLFault) {
            return String(try reference(at: &index, from: start))
        } catch {
            guard let mended = try mendedReference(at: first, from: start, error) else { throw error }
            note(error, decidedAt: index - 1)
            index = mended.end
            return mended.text
        }
    }

    /// The characters that a faulty reference stands for, and its end; nil for a reference that is not mended.
    ///
    /// - Throws: ``XMLError/Reason/endOfInput(expected:)`` if the text ends in front of what decides.
    private mutating func mendedReference(
        at first: Int, from start: Int, _ fault: XMLFault
    ) throws(XMLFault) -> (text: String, end: Int)? {
        guard mending.contains(.references) else { return nil }
        switch fault.reason {
        case .endOfInput, .tagTooLong: return nil
        default: break
        }
        let number = UInt8(ascii: "#")
        var end = first + 1
        while end - first <= XMLMends.maxNameBytes {
            let byte = try byte(end, from: start, expected: "the end of a reference")
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == number else { break }
            end += 1
        }
        let ampersand = ("&", first + 1)
        guard end > first + 1, try byte(end, from: start, expected: "the end of a reference") == UInt8(ascii: ";") else { return ampersand }
        // A number of no character stays a fault.
        if text[first + 1] == number { return nil }
        var characters: [UInt8] = []
        guard characters.append(referenceNamed: text.span.extracting(first + 1..<end)) else { return ampersand }
        return (String(decoding: characters, as: UTF8.self), end + 1)
    }

    /// The end of a document type that is skipped because of a fault.
    ///
    /// - Throws: The fault, if it is not mended.
    func endOfMendedDocumentType(_ fault: XMLFault) throws(XMLFault) -> Int {
        guard mending.contains(.documentType), text.span.holds("<!DOCTYPE", at: offset) else { throw fault }
        if case .endOfInput = fault.reason { throw fault }
        var index = offset
        var quote: UInt8?
        while true {
            let byte = try byte(index, from: offset, expected: "\">\" at the end of a document type")
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote == nil ? byte : quote == byte ? nil : quote
            case UInt8(ascii: ">") where quote == nil: return index + 1
            case UInt8(ascii: "[") where quote == nil: throw fault
            default: break
            }
            index += 1
        }
    }
}

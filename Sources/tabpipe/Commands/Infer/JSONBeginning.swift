/// Completes JSON that was cut off, so that its beginning can be looked at.
enum JSONBeginning {
    /// Returns the text up to its last complete element or member, with the brackets closed that are open there; nil without any.
    static func completed(_ bytes: [UInt8]) -> [UInt8]? {
        var closers: [UInt8] = []
        var isInString = false
        var isEscaped = false
        var last: (end: Int, closers: [UInt8])?
        for (index, byte) in bytes.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
            case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = closers.popLast()
            case UInt8(ascii: ","): last = (index, closers)
            default: break
            }
        }
        return last.map { bytes[..<$0.end] + $0.closers.reversed() }
    }
}

/// Status codes that a rule is about: one code, or a class such as `4xx`.
package enum StatusPattern: Sendable, Equatable {
    case code(Int)
    /// All codes with a first digit.
    case hundreds(Int)

    /// Parses `404` or `4xx`; nil for other texts.
    package init?(_ text: String) {
        let bytes = Array(text.lowercased().utf8)
        guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]) else { return nil }
        if bytes[1...].elementsEqual("xx".utf8) {
            self = .hundreds(Int(bytes[0] - UInt8(ascii: "0")))
        } else if let code = Int(text), (100...599).contains(code) {
            self = .code(code)
        } else {
            return nil
        }
    }

    package func matches(_ status: Int) -> Bool {
        switch self {
        case .code(let code): status == code
        case .hundreds(let digit): status / 100 == digit
        }
    }
}

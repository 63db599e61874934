internal import Synchronization

extension JSONScanner {
    /// Scans a bracket, comma or colon, or the first byte of a string, number or literal.
    ///
    /// - Returns: The token if one byte completes it.
    mutating func scanStructure(_ byte: UInt8, at position: Int) throws(JSONError) -> JSONToken? {
        switch state {
        case .commaOrEnd:
            if byte == UInt8(ascii: ",") {
                state = innermostIsObject ? .key : .value
                return nil
            }
            return try close(with: byte, at: position)
        case .colon:
            guard byte == UInt8(ascii: ":") else { throw unexpected(byte, at: position) }
            state = .value
            return nil
        case .key, .keyOrEnd:
            if byte == UInt8(ascii: "\"") {
                isKey = true
                beginToken(.string, at: position)
                return nil
            }
            guard state == .keyOrEnd else { throw unexpected(byte, at: position) }
            return try close(with: byte, at: position)
        case .valueOrEnd where byte == UInt8(ascii: "]"):
            return try close(with: byte, at: position)
        case .end:
            throw unexpected(byte, at: position)
        case .afterScalar:
            guard tokenEnd != consumed &+ position || Self.isSelfDelimiting(byte) else { throw unexpected(byte, at: position) }
            state = .text
            return try beginValue(with: byte, at: position)
        default:
            return try beginValue(with: byte, at: position)
        }
    }

    private mutating func beginValue(with byte: UInt8, at position: Int) throws(JSONError) -> JSONToken? {
        switch byte {
        case UInt8(ascii: "\""):
            isKey = false
            beginToken(.string, at: position)
        case UInt8(ascii: "{"):
            try open(isObject: true, at: position)
            return .beginObject
        case UInt8(ascii: "["):
            try open(isObject: false, at: position)
            return .beginArray
        case UInt8(ascii: "-"): beginToken(.minus, at: position)
        case UInt8(ascii: "0"): beginToken(.zero, at: position)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): beginToken(.integer, at: position)
        case UInt8(ascii: "t"): beginLiteral(.true, rest: 0x65_75_72, at: position)
        case UInt8(ascii: "f"): beginLiteral(.false, rest: 0x65_73_6C_61, at: position)
        case UInt8(ascii: "n"): beginLiteral(.null, rest: 0x6C_6C_75, at: position)
        default: throw unexpected(byte, at: position)
        }
        return nil
    }

    private mutating func beginToken(_ next: State, at position: Int) {
        tokenStart = consumed &+ position
        state = next
    }

    private mutating func beginLiteral(_ token: JSONToken, rest: UInt32, at position: Int) {
        beginToken(.literal, at: position)
        literalToken = token
        literalRest = rest
    }

    mutating func open(isObject: Bool, at position: Int) throws(JSONError) {
        guard depth < maxDepth else { throw JSONError(.tooDeep(limit: maxDepth), offset: consumed &+ position) }
        tokenStart = consumed &+ position
        tokenEnd = tokenStart &+ 1
        let word = depth >> 6
        if word == containers.count { addLevels() }
        let bit: UInt64 = 1 << UInt64(depth & 63)
        if isObject { containers[word] |= bit } else { containers[word] &= ~bit }
        depth &+= 1
        state = isObject ? .keyOrEnd : .valueOrEnd
    }

    /// Makes room for the next 64 levels.
    private mutating func addLevels() {
        if containers.count << 6 >= DeepTextFlag.usualLevels { DeepTextFlag.note() }
        containers.append(0)
    }

    private mutating func close(with byte: UInt8, at position: Int) throws(JSONError) -> JSONToken {
        let isObject = innermostIsObject
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw unexpected(byte, at: position) }
        tokenStart = consumed &+ position
        tokenEnd = tokenStart &+ 1
        depth &-= 1
        endValue()
        return isObject ? .endObject : .endArray
    }

    /// Sets the state after a value.
    mutating func endValue() {
        state = depth > 0 ? .commaOrEnd : acceptsConcatenatedTexts ? .text : .end
    }

    /// Sets the state after a number or literal. Unlike other values, these need a separator before the next text.
    mutating func endScalar() {
        state = depth > 0 ? .commaOrEnd : acceptsConcatenatedTexts ? .afterScalar : .end
    }

    private static func isSelfDelimiting(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
    }

    @inline(__always)
    var innermostIsObject: Bool { containers[(depth &- 1) >> 6] >> UInt64((depth &- 1) & 63) & 1 == 1 }

    func unexpected(_ byte: UInt8, at position: Int) -> JSONError {
        JSONError(.unexpected(byte, expected: expectation), offset: consumed &+ position)
    }

    /// The input that this state accepts, in words for messages.
    var expectation: String {
        switch state {
        case .text, .value: "a value"
        case .afterScalar: "white space before the next text"
        case .end: "nothing more after the text"
        case .valueOrEnd: "a value or \"]\""
        case .keyOrEnd: "a key in quotation marks or \"}\""
        case .key: "a key in quotation marks"
        case .colon: "\":\" after a key"
        case .commaOrEnd: innermostIsObject ? "\",\" or \"}\"" : "\",\" or \"]\""
        case .string, .escape, .hexadecimal, .continuation: "the end of a string"
        case .literal: "true, false or null"
        case .minus, .point, .exponentSign: "a digit"
        case .exponent: "a digit or a sign"
        case .zero, .integer, .fraction, .exponentDigits: innermostExpectationAfterNumber
        }
    }

    private var innermostExpectationAfterNumber: String {
        guard depth > 0 else { return "the end of a number" }
        return innermostIsObject ? "\",\" or \"}\"" : "\",\" or \"]\""
    }
}

/// Remembers whether this process has read a text of unusual depth. Until then, checks of depths need not scan texts.
enum DeepTextFlag {
    /// The levels that texts have at most as a rule: a multiple of 64.
    static let usualLevels = 256
    private static let flag = Atomic(false)

    /// Whether a text deeper than ``usualLevels`` has been read.
    static var wereRead: Bool { flag.load(ordering: .relaxed) }

    /// Notes a text deeper than ``usualLevels``.
    static func note() { flag.store(true, ordering: .relaxed) }
}

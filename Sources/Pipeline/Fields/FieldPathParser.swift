internal import JSONParsing

/// Parses the path of a field.
struct FieldPathParser {
    /// Characters that a path with a leading dot cannot contain outside of quotation marks. They suggest that the text is a jq program.
    private static let programBytes = Set("|?(){},;:=<>\"' \t\n".utf8)

    private let source: String
    private let bytes: [UInt8]
    private var position = 0
    private var found: [FieldPath.Step] = []

    init(_ source: String) {
        self.source = source
        bytes = Array(source.utf8)
    }

    /// Parses the text.
    ///
    /// - Throws: ``FieldPathError`` for the first error.
    mutating func steps() throws(FieldPathError) -> [FieldPath.Step] {
        guard !bytes.isEmpty else { throw FieldPathError(message: "the name of a field is empty", offset: 0) }
        guard !isPlainName else { return [.key(source)] }
        if bytes[0] == UInt8(ascii: ".") { position = 1 }
        if position == bytes.count { throw fault("\".\" is the whole record; a field has a name", at: 0) }
        if isBracket(UInt8(ascii: "]"), at: position) { throw fault("a path begins with the name of a field") }
        try readKey()
        while position < bytes.count {
            guard found.count < FieldPath.maxSteps else { throw fault("a path has at most \(FieldPath.maxSteps) steps") }
            if bytes[position] == UInt8(ascii: "[") {
                try readBrackets()
            } else {
                guard bytes[position] == UInt8(ascii: ".") else { throw fault("expected \".\" or \"[]\" here") }
                position += 1
                // jq also accepts `.a.[]`.
                if position < bytes.count, isBracket(UInt8(ascii: "]"), at: position) { continue }
                try readKey()
            }
        }
        return found
    }

    /// Whether the text is a single key: it contains neither a dot nor `[]` nor `["`.
    private var isPlainName: Bool {
        bytes.indices.allSatisfy { place in
            switch bytes[place] {
            case UInt8(ascii: "."): false
            case UInt8(ascii: "["): !isBracket(UInt8(ascii: "]"), at: place) && !isBracket(UInt8(ascii: "\""), at: place)
            default: true
            }
        }
    }

    /// Whether `[` is at this place, followed by the given byte.
    private func isBracket(_ next: UInt8, at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == UInt8(ascii: "[") && bytes[place + 1] == next
    }

    private mutating func readKey() throws(FieldPathError) {
        guard position < bytes.count else { throw fault("a name is missing behind the dot") }
        switch bytes[position] {
        case UInt8(ascii: "["): try readBrackets()
        case UInt8(ascii: "\""): found.append(.key(try quotedName()))
        default: found.append(.key(try plainName()))
        }
    }

    private mutating func plainName() throws(FieldPathError) -> String {
        let start = position
        let isProgramLike = bytes[0] == UInt8(ascii: ".")
        while position < bytes.count, bytes[position] != UInt8(ascii: "."), bytes[position] != UInt8(ascii: "[") {
            if isProgramLike, Self.programBytes.contains(bytes[position]) {
                let character = String(UnicodeScalar(bytes[position]))
                throw fault(
                    "found \"\(character.printable)\"; this is the path of a field, not a jq program, and a name with such a character is written .[\"…\"]"
                )
            }
            position += 1
        }
        guard position > start else {
            throw fault("a name is missing between the dots; a name with a dot in it is written .[\"a.b\"]")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readBrackets() throws(FieldPathError) {
        if isBracket(UInt8(ascii: "]"), at: position) {
            position += 2
            return found.append(.each)
        }
        guard isBracket(UInt8(ascii: "\""), at: position) else {
            throw fault("expected \"]\" or a name in quotation marks behind \"[\"", at: position + 1)
        }
        position += 1
        found.append(.key(try quotedName()))
        guard position < bytes.count, bytes[position] == UInt8(ascii: "]") else { throw fault("expected \"]\" behind the name") }
        position += 1
    }

    /// Parses a key in quotation marks, with JSON escapes.
    private mutating func quotedName() throws(FieldPathError) -> String {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw fault("the quotation mark is not closed", at: start) }
        position += 1
        guard let name = (try? JSONValue(parsing: Array(bytes[start..<position])))?.string else {
            throw fault("what stands in quotation marks is no JSON string", at: start)
        }
        return name
    }

    private func fault(_ message: String, at offset: Int? = nil) -> FieldPathError {
        FieldPathError(message: message, offset: min(offset ?? position, max(0, bytes.count - 1)))
    }
}

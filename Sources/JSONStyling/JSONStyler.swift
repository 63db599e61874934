package import JSONParsing

/// Writes JSON as jq prints it: indented, in colors, in ASCII. Works on tokens without recursion, so that values may be nested deeply.
package struct JSONStyler: Sendable {
    /// The indentation of one level; nil for no line breaks.
    let indentation: [UInt8]?
    /// nil for no colors.
    let colors: JSONColors?
    let isASCII: Bool
    /// Whether C1 control characters and bidirectional formatting become escapes, for a terminal.
    let escapesControls: Bool

    /// Whether the output is compact JSON that differs from the input in escapes only.
    var isPlain: Bool { indentation == nil && colors == nil && !isASCII && !escapesControls }

    /// - Parameters:
    ///   - indentation: The indentation of one level; nil for no line breaks.
    ///   - colors: nil for no colors.
    ///   - isASCII: Whether all characters beyond ASCII become escapes.
    ///   - escapesControls: Whether characters that control a terminal, or reverse its text, become escapes.
    package init(indentation: [UInt8]?, colors: JSONColors?, isASCII: Bool, escapesControls: Bool) {
        self.indentation = indentation
        self.colors = colors
        self.isASCII = isASCII
        self.escapesControls = escapesControls
    }

    private struct Level {
        let isObject: Bool
        var isBeforeKey: Bool
    }

    /// Returns the lines of a value, with a line break at their end.
    package func line(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        append(value, to: &output)
        output.append(UInt8(ascii: "\n"))
        return output
    }

    /// Appends a value.
    package func append(_ value: JSONValue, to output: inout [UInt8]) {
        guard isPlain else {
            var writer = JSONWriter()
            writer.write(value)
            return append(writer.bytes.span, to: &output)
        }
        var buffer: [UInt8] = []
        swap(&buffer, &output)
        let start = buffer.count
        var writer = JSONWriter(appendingTo: buffer)
        buffer = []
        writer.write(value)
        swap(&writer.bytes, &output)
        guard Self.needsOtherEscapes(output.span.extracting(start...)) else { return }
        let json = Array(output[start...])
        output.removeSubrange(start...)
        append(json.span, to: &output)
    }

    /// Whether JSON has escapes that jq writes in another way: `\/`, `\u`, or a raw DEL.
    private static func needsOtherEscapes(_ json: Span<UInt8>) -> Bool {
        var place = 0
        while place < json.count {
            let byte = json[place]
            if byte == 0x7F { return true }
            if byte == UInt8(ascii: "\\") {
                place += 1
                if json[place] == UInt8(ascii: "u") || json[place] == UInt8(ascii: "/") { return true }
            }
            place += 1
        }
        return false
    }

    /// Appends JSON.
    ///
    /// - Parameters:
    ///   - json: A value without white space between its tokens.
    ///   - output: The buffer to append to.
    func append(_ json: Span<UInt8>, to output: inout [UInt8]) {
        var levels: [Level] = []
        var place = 0
        while place < json.count {
            let byte = json[place]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                beginChild(&levels, &output)
                let isObject = byte == UInt8(ascii: "{")
                color(isObject ? .object : .array, &output)
                output.append(byte)
                place += 1
                if json[place] == byte + 2 {
                    output.append(byte + 2)
                    resetColor(&output)
                    place += 1
                } else {
                    levels.append(Level(isObject: isObject, isBeforeKey: isObject))
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                levels.removeLast()
                breakLine(levels.count, &output)
                color(byte == UInt8(ascii: "}") ? .object : .array, &output)
                output.append(byte)
                resetColor(&output)
                place += 1
            case UInt8(ascii: ","):
                let last = levels.count - 1
                color(levels[last].isObject ? .object : .array, &output)
                output.append(byte)
                levels[last].isBeforeKey = levels[last].isObject
                place += 1
            case UInt8(ascii: ":"):
                color(.object, &output)
                output.append(byte)
                resetColor(&output)
                if indentation != nil { output.append(UInt8(ascii: " ")) }
                levels[levels.count - 1].isBeforeKey = false
                place += 1
            case UInt8(ascii: "\""):
                let isKey = levels.last?.isBeforeKey == true
                beginChild(&levels, &output, isKey: isKey)
                color(isKey ? .key : .string, &output)
                place = appendString(at: place, of: json, to: &output)
                resetColor(&output)
            default:
                beginChild(&levels, &output)
                let start = place
                while place < json.count, !Self.endsScalar(json[place]) { place += 1 }
                color(Self.part(byte), &output)
                appendBytes(json, start..<place, to: &output)
                resetColor(&output)
            }
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    private static func part(_ first: UInt8) -> JSONColors.Part {
        switch first {
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "f"): .false
        case UInt8(ascii: "t"): .true
        default: .number
        }
    }

    /// Begins the line of an element or a key.
    private func beginChild(_ levels: inout [Level], _ output: inout [UInt8], isKey: Bool = false) {
        guard let last = levels.indices.last, isKey || !levels[last].isObject else { return }
        resetColor(&output)
        breakLine(levels.count, &output)
    }

    private func breakLine(_ depth: Int, _ output: inout [UInt8]) {
        guard let indentation else { return }
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { output.append(contentsOf: indentation) }
    }

    private func color(_ part: JSONColors.Part, _ output: inout [UInt8]) {
        if let colors { output += colors[part] }
    }

    private func resetColor(_ output: inout [UInt8]) {
        if colors != nil { output += JSONColors.reset }
    }
}

/// The colors of JSON on a terminal, as jq has them.
package struct JSONColors: Sendable {
    static let reset = Array("\u{1B}[0m".utf8)

    /// The parts of JSON that have a color, in the order of the fields of `JQ_COLORS`.
    enum Part: Int { case null, `false`, `true`, number, string, array, object, key }

    private static let standard = ["0;90", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "1;34"]

    private let sequences: [[UInt8]]

    /// The standard colors of jq.
    package init() { sequences = Self.sequences(Self.standard) }

    /// - Parameter text: Colors separated by colons, such as `0;90:0;31`; nil for the standard ones.
    /// - Returns: nil if the text holds anything but digits, semicolons and colons.
    package init?(_ text: String?) {
        var colors = Self.standard
        if let text, !text.isEmpty {
            guard text.utf8.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
            var given = text.split(separator: ":", omittingEmptySubsequences: false)
            if given.last == "" { given.removeLast() }
            for (place, color) in given.prefix(colors.count).enumerated() { colors[place] = String(color) }
        }
        sequences = Self.sequences(colors)
    }

    private static func sequences(_ colors: [String]) -> [[UInt8]] { colors.map { Array("\u{1B}[\($0)m".utf8) } }

    subscript(part: Part) -> [UInt8] { sequences[part.rawValue] }
}

extension JSONValue {
    /// The value with the keys of all objects in the order of their code points.
    ///
    /// - Throws: `JSONError` for a string that cannot be decoded.
    package var withSortedKeys: JSONValue {
        get throws {
            switch kind {
            case .array, .object: break
            default: return self
            }
            switch try decoded() {
            case .array(let elements): return .array(try elements.map { try $0.withSortedKeys })
            case .object(let object):
                let members = object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                return .object(JSONObject(try members.map { ($0.key, try $0.value.withSortedKeys) }))
            case let other: return other
            }
        }
    }
}

/// A syntax tree of a JSON text with the range of every key and value. For files written by hand, whose errors need positions.
public struct JSONSyntax: Sendable {
    /// The value of a node, with the nodes inside it.
    public enum Content: Sendable {
        /// `null`
        case null
        /// `true` or `false`
        case bool(Bool)
        /// A number.
        case number(JSONNumber)
        /// A string, decoded.
        case string(String)
        /// Elements in order.
        case array([JSONSyntax])
        /// Members in order, including equal keys.
        case object([Member])
    }

    /// A key with its range and value.
    public struct Member: Sendable {
        /// The decoded key.
        public let key: String
        /// The range of the key with its quotation marks, in bytes from the start of the text.
        public let keyRange: Range<Int>
        /// The value.
        public let value: JSONSyntax

        /// Makes a member, for example with a part of another one's value.
        package init(key: String, keyRange: Range<Int>, value: JSONSyntax) {
            self.key = key
            self.keyRange = keyRange
            self.value = value
        }
    }

    /// The node's content.
    public let content: Content
    /// The range of the value with its brackets or quotation marks, in bytes from the start of the text.
    public let range: Range<Int>

    /// Makes a node, for example to replace another one.
    ///
    /// - Parameters:
    ///   - content: The node's content.
    ///   - range: The range to report in messages, in bytes from the start of the text.
    public init(_ content: Content, range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - bytes: One JSON text in UTF-8.
    ///   - limits: Limits of nesting and of the whole text.
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .handwritten) throws(JSONError) {
        try limits.checkSize(of: bytes)
        var builder = Builder(bytes: bytes)
        var scanner = JSONScanner(maxDepth: limits.maxDepth)
        var position = 0
        while let token = try scanner.next(in: bytes.span, at: &position) {
            try builder.add(token, range: scanner.tokenStart..<scanner.tokenEnd)
        }
        if let token = try scanner.finish() { try builder.add(token, range: scanner.tokenStart..<scanner.tokenEnd) }
        guard let root = builder.root else { throw JSONError(.endOfInput(expected: "a value"), offset: bytes.count) }
        self = root
    }

    /// The value without ranges. The last of equal keys wins.
    public var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .number(let number): .number(number)
        case .string(let string): .string(string)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.value) }))
        }
    }
}

extension JSONSyntax {
    /// Builds the tree from tokens with an explicit stack, without recursion.
    private struct Builder {
        struct OpenContainer {
            let start: Int
            let isObject: Bool
            var elements: [JSONSyntax] = []
            var members: [Member] = []
            var key = ""
            var keyRange = 0..<0
        }

        let bytes: [UInt8]
        var open: [OpenContainer] = []
        var root: JSONSyntax?

        mutating func add(_ token: JSONToken, range: Range<Int>) throws(JSONError) {
            let text = JSONText(checked: bytes, range: range)
            switch token {
            case .beginObject, .beginArray:
                open.append(OpenContainer(start: range.lowerBound, isObject: token == .beginObject))
            case .endObject, .endArray:
                guard let closed = open.popLast() else { return }
                let content: Content = closed.isObject ? .object(closed.members) : .array(closed.elements)
                place(JSONSyntax(content, range: closed.start..<range.upperBound))
            case .key:
                open[open.count - 1].key = try located(range) { () throws(JSONError) in try text.string(in: range) }
                open[open.count - 1].keyRange = range
            case .string:
                let string = try located(range) { () throws(JSONError) in try text.string(in: range) }
                place(JSONSyntax(.string(string), range: range))
            case .number: place(JSONSyntax(.number(JSONNumber(checked: String(decoding: bytes[range], as: UTF8.self))), range: range))
            case .true: place(JSONSyntax(.bool(true), range: range))
            case .false: place(JSONSyntax(.bool(false), range: range))
            case .null: place(JSONSyntax(.null, range: range))
            }
        }

        /// Shifts the offset of an error from the start of the token to the start of the text.
        private func located(_ range: Range<Int>, _ body: () throws(JSONError) -> String) throws(JSONError) -> String {
            do {
                return try body()
            } catch {
                throw JSONError(error.reason, offset: range.lowerBound + error.offset)
            }
        }

        private mutating func place(_ syntax: JSONSyntax) {
            guard let last = open.indices.last else {
                root = syntax
                return
            }
            if open[last].isObject {
                open[last].members.append(Member(key: open[last].key, keyRange: open[last].keyRange, value: syntax))
            } else {
                open[last].elements.append(syntax)
            }
        }
    }
}

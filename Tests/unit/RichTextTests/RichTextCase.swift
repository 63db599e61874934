import HTMLParsing
import JSONParsing
import Testing
import RichText

/// A rich text, its HTML, and what is unknown in it.
struct RichTextCase: CustomTestStringConvertible, Sendable {
    let name: String
    let json: String
    let html: String
    let unknown: String

    init(_ name: String, _ json: String, _ html: String, unknown: String = "") {
        self.name = name
        self.json = json
        self.html = html
        self.unknown = unknown
    }

    var testDescription: String { name }

    /// The resolver of all tests knows the identifiers that begin with "known".
    static func read(_ value: JSONValue, _ dialect: RichTextDialect?) throws -> RichTextConversion {
        let reader = RichTextReader(dialect: dialect) { reference in
            guard reference.id.hasPrefix("known") else { return nil }
            return RichTextTarget(address: "/\(reference.kind)/\(reference.id)", title: "Title of \(reference.id)")
        }
        return try reader.read(value)
    }

    /// Reads the document with its dialect, and with the dialect that its shape has.
    func check(_ dialect: RichTextDialect) throws {
        for given in [dialect, nil] {
            let result = try Self.read(try JSONValue(parsing: json), given)
            #expect(result.document.serialized() == html)
            #expect(result.unknown.map { "\($0.type) \($0.count)" }.joined(separator: ", ") == unknown)
            #expect(result.dialect == dialect)
        }
    }

    /// Reads the document with each of its values replaced by values of other kinds.
    func checkWrongKinds(_ dialect: RichTextDialect) throws {
        let others: [JSONValue] = [1e300, "x", [nil], ["type": 1, "_type": []]]
        let value = try decoded()
        for place in 0..<value.valueCount {
            for other in others {
                do {
                    _ = try Self.read(value.replacing(place) { _ in other }, dialect).document.serialized()
                } catch {
                    let error = try #require(error as? RichTextError)
                    #expect(error.path.hasPrefix("."))
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    /// Reads the document with each of its types replaced. Each word of it that the JSON has must stay, but for the identifiers of the resolver.
    func checkUnknownTypes(_ dialect: RichTextDialect) throws {
        let words = try Self.text(of: JSONValue(parsing: json), dialect).split(whereSeparator: \.isWhitespace).filter {
            json.contains($0) && !$0.contains("known")
        }
        let keys = ["type", "_type", "nodeType"]
        let value = try decoded()
        for place in 0..<value.valueCount {
            var isType = false
            let changed = value.replacing(place) { key in
                isType = key.map(keys.contains) ?? false
                return isType ? "zzz" : nil
            }
            guard isType else { continue }
            let text = try Self.text(of: changed, dialect)
            for word in words where !text.contains(word) { Issue.record("\(word) is lost in \(changed.compactText)") }
        }
    }

    /// The document with all its levels decoded: no value has the position -1.
    private func decoded() throws -> JSONValue { try JSONValue(parsing: json).replacing(-1) { _ in nil } }

    private static func text(of value: JSONValue, _ dialect: RichTextDialect) throws -> String {
        let document = try read(value, dialect).document
        let texts = document.descendants(of: document.root).filter { document.kind(of: $0) == .text }
        return texts.map { document.text(of: $0) }.joined(separator: " ")
    }
}

extension JSONValue {
    /// The number of values in this one, with itself.
    var valueCount: Int {
        if let object { return object.reduce(1) { $0 + $1.value.valueCount } }
        return array.map { $0.reduce(1) { $0 + $1.valueCount } } ?? 1
    }

    /// The value with the one at a position in document order replaced.
    ///
    /// - Parameter replacement: Gets the key of that value; nil if it has none.
    func replacing(_ position: Int, with replacement: (String?) -> JSONValue) -> JSONValue {
        var rest = position
        return replacing(&rest, key: nil, replacement)
    }

    private func replacing(_ rest: inout Int, key: String?, _ replacement: (String?) -> JSONValue) -> JSONValue {
        defer { rest -= 1 }
        if rest == 0 { return replacement(key) }
        rest -= 1
        // The counter stands at the first value inside; each value moves it on by the number of values that it has.
        defer { rest += 1 }
        if let object {
            return .object(JSONObject(object.map { ($0.key, $0.value.replacing(&rest, key: $0.key, replacement)) }))
        }
        return array.map { .array($0.map { $0.replacing(&rest, key: nil, replacement) }) } ?? self
    }
}

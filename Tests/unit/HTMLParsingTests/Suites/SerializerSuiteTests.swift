import Foundation
import HTMLParsing
import HTMLSupport
import TestSupport
import Testing

/// html5lib's serializer tests describe a serializer that omits optional tags and quotes. Ours implements the standard, so that the tests
/// compare the parsed trees of both texts. They skip 17 cases whose options change the text, 5 document types (the standard writes only the
/// name), and 146 cases that are no tree: an end tag without a start tag.
@Suite("html5lib serializer", .needs(SharedData.exists("html5lib"), "needs the shared test data"))
struct SerializerSuiteTests {
    private struct Case {
        let name: String
        let tokens: [[Any]]
        let expected: [String]
    }

    /// Options that change the text itself, and not only its syntax.
    private static let changingOptions = ["inject_meta_charset", "strip_whitespace"]

    /// Cases whose expected text parses into another tree: an attribute value omitted because it equals the name, and a script with
    /// character references.
    private static let otherMeanings = [
        "options.test: quote_attr_values=true", "options.test: quote_attr_values=true with irrelevant", "options.test: rcdata",
    ]

    @Test("writes HTML that parses into the same tree as the expected text")
    func serializes() throws {
        let cases = try Self.cases()
        #expect(cases.count == 59)
        for example in cases {
            let html = Self.document(example.tokens).serialized()
            let dumps = example.expected.map { TreeDump.dump(HTMLDocument(parsing: $0)) }
            let dump = TreeDump.dump(HTMLDocument(parsing: html))
            #expect(dumps.contains(dump), "\(example.name): \(html), not \(example.expected)")
        }
    }

    private static func cases() throws -> [Case] {
        try SharedData.files(in: "html5lib/serializer", "test").flatMap { file in
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            return (json?["tests"] as? [[String: Any]] ?? []).compactMap { test -> Case? in
                let options = test["options"] as? [String: Any] ?? [:]
                guard !options.keys.contains(where: changingOptions.contains), let tokens = test["input"] as? [[Any]], isTree(tokens) else {
                    return nil
                }
                let name = "\(file.lastPathComponent): \(test["description"] as? String ?? "")"
                if otherMeanings.contains(name) { return nil }
                return Case(name: name, tokens: tokens, expected: test["expected"] as? [String] ?? [])
            }
        }
    }

    private static func isTree(_ tokens: [[Any]]) -> Bool {
        var depth = 0
        for token in tokens {
            switch token.first as? String {
            case "StartTag": depth += 1
            case "EndTag": depth -= 1
            case "Doctype": return false
            default: break
            }
            if depth < 0 { return false }
        }
        return true
    }

    private static func document(_ tokens: [[Any]]) -> HTMLDocument {
        var document = HTMLDocument()
        var open = [document.root]
        func text(_ token: [Any], _ index: Int) -> String { token.count > index ? token[index] as? String ?? "" : "" }
        func add(_ node: HTMLNode) { document.append(node, to: open[open.count - 1]) }
        for token in tokens {
            switch text(token, 0) {
            case "StartTag":
                let element = document.makeElement(named: text(token, 2), attributes: attributes(token[3]))
                add(element)
                open.append(element)
            case "EmptyTag": add(document.makeElement(named: text(token, 1), attributes: attributes(token[2])))
            case "EndTag": if open.count > 1 { open.removeLast() }
            case "Characters": add(document.makeText(text(token, 1)))
            case "Comment": add(document.makeComment(text(token, 1)))
            default: break
            }
        }
        return document
    }

    private static func attributes(_ value: Any) -> [HTMLAttribute] {
        (value as? [[String: Any]] ?? []).map { HTMLAttribute(name: $0["name"] as? String ?? "", value: $0["value"] as? String ?? "") }
    }
}

internal import JSONParsing
internal import JSONQuery

/// Compiles a schema to nodes. It collects all faults, and goes on behind each.
struct SchemaReader {
    /// The limit of schemas inside of each other.
    private static let maxDepth = 100

    private let root: JSONValue
    private var compiled: [SchemaNode?] = []
    /// The numbers of the nodes by the places of their schemas.
    private var numbers: [String: Int] = [:]
    /// The places of references, with the nodes that they name and what they say.
    private var references: [(node: Int, path: [JSONPathStep], text: String)] = []
    private var faults: [JSONSchemaError.Fault] = []

    init(_ root: JSONValue) { self.root = root }

    /// The nodes. The first one is that of the whole schema.
    mutating func nodes() throws(JSONSchemaError) -> [SchemaNode] {
        _ = schema(root, [])
        for (node, path, text) in references where compiled[node] == nil { report("\"\(text)\" names no schema", path) }
        let nodes = compiled.compactMap(\.self)
        if faults.isEmpty, nodes.count == compiled.count { reportCycles(nodes) }
        guard faults.isEmpty else { throw JSONSchemaError(faults: faults) }
        return nodes
    }

    mutating func report(_ message: String, _ path: [JSONPathStep], isAboutKey: Bool = false) {
        faults.append(JSONSchemaError.Fault(message: message, path: path, isAboutKey: isAboutKey))
    }

    /// The number of the schema at a place. The schema may be compiled later.
    private mutating func number(of path: [JSONPathStep]) -> Int {
        let place = JSONPathStep.text(of: path)
        if let number = numbers[place] { return number }
        numbers[place] = compiled.count
        compiled.append(nil)
        return compiled.count - 1
    }

    /// Compiles a schema.
    ///
    /// - Returns: The number of its node.
    mutating func schema(_ schema: JSONValue, _ path: [JSONPathStep]) -> Int {
        let number = number(of: path)
        guard path.count <= Self.maxDepth else {
            report("a schema is more than \(Self.maxDepth) keys deep in its document", path)
            return number
        }
        switch schema {
        case .bool(let bool): compiled[number] = SchemaNode(values: bool ? [] : [.nothing])
        case .object(let object):
            var keywords = KeywordReader(object, path, isRoot: path.isEmpty)
            let node = keywords.node(&self)
            compiled[number] = node
        default: report("expected a schema, which is an object or a boolean, found \(schema.kind.rawValue)", path)
        }
        return number
    }

    /// The number of the node that a reference names; nil after a fault was reported.
    mutating func reference(_ text: String, _ path: [JSONPathStep]) -> Int? {
        guard text.hasPrefix("#") else {
            report("\"\(text)\" is in another document; only references that begin with \"#\" are followed", path)
            return nil
        }
        guard let place = place(of: text.dropFirst()) else {
            let help = text == "#" || text.hasPrefix("#/") ? "" : "; a reference has the form \"#/$defs/name\""
            report("\"\(text)\" names no schema\(help)", path)
            return nil
        }
        let node = number(of: place)
        references.append((node, path, text))
        return node
    }

    /// The place that a JSON Pointer in a fragment names.
    ///
    /// - SeeAlso: [RFC 6901, section 6](https://www.rfc-editor.org/rfc/rfc6901#section-6)
    private func place(of pointer: Substring) -> [JSONPathStep]? {
        var path: [JSONPathStep] = []
        var value = root
        if pointer.isEmpty { return path }
        guard pointer.hasPrefix("/") else { return nil }
        for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let name = Self.decoded(part).replacing("~1", with: "/").replacing("~0", with: "~")
            switch value {
            case .object(let object):
                guard let member = object[name] else { return nil }
                path.append(.key(name))
                value = member
            case .array(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                path.append(.element(index))
                value = elements[index]
            default: return nil
            }
        }
        return path
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// Schemas that apply themselves to the same value again would never come to an end.
extension SchemaReader {
    private mutating func reportCycles(_ nodes: [SchemaNode]) {
        /// 0 for a node that was not visited, 1 for one on the way, 2 for one without a cycle.
        var states = [Int](repeating: 0, count: nodes.count)
        for first in nodes.indices where states[first] == 0 {
            var way: [(node: Int, next: [Int])] = [(first, nodes[first].sameValueNodes)]
            states[first] = 1
            while let last = way.last {
                guard let next = last.next.first else {
                    states[last.node] = 2
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next.removeFirst()
                if states[next] == 1 {
                    let members = Set(way.drop { $0.node != next }.map(\.node))
                    reportCycle(of: members)
                    return
                }
                guard states[next] == 0 else { continue }
                states[next] = 1
                way.append((next, nodes[next].sameValueNodes))
            }
        }
    }

    /// Reports a cycle at the first reference that is part of it.
    private mutating func reportCycle(of members: Set<Int>) {
        guard let reference = references.first(where: { members.contains($0.node) }) else { return }
        report("\"\(reference.text)\" leads back to itself without a step into the value, so that a check would never end", reference.path)
    }
}

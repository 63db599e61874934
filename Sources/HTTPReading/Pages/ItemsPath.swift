internal import JSONParsing
internal import Pipeline

/// The plain path that the option `items` begins with. It finds the items of a parsed page without decoding them.
struct ItemsPath {
    let steps: [JSONPathStep]

    /// Returns the values at the path, in order.
    ///
    /// - Throws: ``ItemsPathFault`` if a step that is not optional finds nothing; ``JSONError`` for a key that stands twice.
    func values(in page: JSONValue) throws -> [JSONValue] {
        var found: [JSONValue] = []
        try collect(from: page, step: 0, into: &found)
        return found
    }

    /// Whether the items are the elements of an array or the values of an object; nil without such a container, and for an empty one.
    func container(in page: JSONValue) -> JSONKind? {
        guard case .iterate? = steps.last, let found = try? ItemsPath(steps: steps.dropLast()).values(in: page), found.count == 1 else {
            return nil
        }
        switch try? found[0].decoded() {
        case .array(let elements)? where !elements.isEmpty: return .array
        case .object(let members)? where !members.isEmpty: return .object
        default: return nil
        }
    }

    private func collect(from value: JSONValue, step: Int, into found: inout [JSONValue]) throws {
        guard step < steps.count else { return found.append(value) }
        switch steps[step] {
        case .key(let name, let isOptional):
            guard value.kind == .object else {
                if isOptional { return }
                throw fault(.wrongKind(expected: "an object", found: value.kind), at: step)
            }
            guard let member = try value.member(name) else {
                if isOptional { return }
                throw fault(.missing(key: name, keys: try Self.keys(of: value)), at: step)
            }
            try collect(from: member, step: step + 1, into: &found)
        case .element(let number, let isOptional):
            guard case .array(let elements) = try value.decoded() else {
                if isOptional { return }
                throw fault(.wrongKind(expected: "an array", found: value.kind), at: step)
            }
            if elements.indices.contains(number) { try collect(from: elements[number], step: step + 1, into: &found) }
        case .iterate(let isOptional):
            switch try value.decoded() {
            case .array(let elements):
                if step + 1 == steps.count { return found += elements }
                for element in elements { try collect(from: element, step: step + 1, into: &found) }
            case .object(let object):
                for member in object { try collect(from: member.value, step: step + 1, into: &found) }
            default:
                if !isOptional { throw fault(.wrongKind(expected: "an array", found: value.kind), at: step) }
            }
        }
    }

    private func fault(_ reason: ItemsPathFault.Reason, at step: Int) -> ItemsPathFault {
        let start = step == 0 ? "." : JSONPathStep.text(of: steps[..<step])
        return ItemsPathFault(reason: reason, container: start, path: JSONPathStep.text(of: steps[...step]))
    }

    private static func keys(of value: JSONValue) throws -> [String] {
        guard case .object(let object) = try value.decoded() else { return [] }
        return object.keys
    }
}

/// A page that has nothing at the path of its items.
struct ItemsPathFault: Error, CustomStringConvertible {
    enum Reason {
        /// An object lacks a key of the path.
        case missing(key: String, keys: [String])
        case wrongKind(expected: String, found: JSONKind)
    }

    let reason: Reason
    /// The path up to the value that lacks the step.
    let container: String
    /// The path with the step that found nothing.
    let path: String

    /// The fault in one sentence, with the nearest key.
    var description: String {
        switch reason {
        case .missing(let key, let keys): "nothing found at \(path)" + MissingKeyHint.text(for: key, in: keys)
        case .wrongKind(let expected, .null):
            "expected \(expected) at \(container), found null; \(path)? takes that for an empty list"
        case .wrongKind(let expected, let found): "expected \(expected) at \(container), found \(found.phrase)"
        }
    }
}

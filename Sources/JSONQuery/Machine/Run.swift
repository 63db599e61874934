import JSONParsing

/// What one run has used up of its limits. A class, because the machines of nested loops share it; it never leaves its run.
final class Run {
    let limits: QueryLimits
    private var steps = 0
    /// Regular expressions that were compiled in this run.
    var patterns: [String: MatchNode.Pattern] = [:]

    init(limits: QueryLimits) { self.limits = limits }

    func step() throws {
        steps &+= 1
        if steps > limits.maxSteps { throw QueryRuntimeError(limit: "the program took more than \(limits.maxSteps) steps") }
    }

    func steps(_ count: Int) throws {
        steps &+= count
        if steps > limits.maxSteps { throw QueryRuntimeError(limit: "the program took more than \(limits.maxSteps) steps") }
    }

    func checkLength(_ length: Int) throws {
        if length > limits.maxLength { throw QueryRuntimeError(limit: "a string or array is longer than the limit of \(limits.maxLength)") }
    }

    /// Refuses a value that was built too deep. What was read is `.text` and as deep as its reader allowed, so only the arrays
    /// and objects that were built since are looked at.
    func checkDepth(of value: JSONValue, below levels: Int = 0) throws {
        guard value.hasBuiltContainers || levels >= limits.maxDepth else { return }
        var open: [(value: JSONValue, depth: Int)] = [(value, levels + 1)]
        while let (value, depth) = open.popLast() {
            if depth > limits.maxDepth {
                throw QueryRuntimeError(limit: "a value is nested deeper than the limit of \(limits.maxDepth) levels")
            }
            switch value {
            case .array(let elements):
                for element in elements where element.isBuiltContainer { open.append((element, depth + 1)) }
            case .object(let object):
                for member in object where member.value.isBuiltContainer { open.append((member.value, depth + 1)) }
            default: break
            }
        }
    }
}

extension JSONValue {
    var isBuiltContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    fileprivate var hasBuiltContainers: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.isBuiltContainer)
        case .object(let object): object.contains { $0.value.isBuiltContainer }
        default: false
        }
    }
}

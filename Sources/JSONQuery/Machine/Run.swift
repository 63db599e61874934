import JSONParsing

/// What one run has used up of its limits. A class, because the machines of nested loops share it; it never leaves its run.
final class Run {
    let limits: QueryLimits
    /// Loops that are evaluated on the stack ask whether there is room left.
    let stack = StackGuard()
    private var steps = 0
    /// The state of a linear congruential generator.
    private var random: UInt64 = 1
    /// Regular expressions that were compiled in this run.
    var patterns: [String: RegexPattern] = [:]

    init(limits: QueryLimits) { self.limits = limits }

    func step() throws {
        steps &+= 1
        if steps > limits.maxSteps { throw QueryRuntimeError(limit: "the program took more than \(limits.maxSteps) steps") }
    }

    func steps(_ count: Int) throws {
        steps &+= count
        if steps > limits.maxSteps { throw QueryRuntimeError(limit: "the program took more than \(limits.maxSteps) steps") }
    }

    /// Counts steps for going through a large value, so that a loop over one ends in time.
    func charge(for value: JSONValue) throws {
        switch value {
        case .string(let string): if string.utf8.count > 0x100 { try steps(string.utf8.count >> 8) }
        case .text(let text): if text.count > 0x100 { try steps(text.count >> 8) }
        case .array(let elements): if elements.count > 0x10 { try steps(elements.count >> 4) }
        case .object(let object): if object.count > 0x10 { try steps(object.count >> 4) }
        default: break
        }
    }

    func checkLength(_ length: Int) throws {
        if length > limits.maxLength { throw QueryRuntimeError(limit: "a string is longer than the limit of \(limits.maxLength) bytes") }
    }

    /// Called before an array grows, not when it is done: by then the memory is gone.
    func checkElements(_ count: Int) throws {
        if count > limits.maxElements {
            throw QueryRuntimeError(limit: "an array is longer than the limit of \(limits.maxElements) elements")
        }
    }

    /// Refuses a value that was built too deep. What was read is `.text` and as deep as its reader allowed, so only the arrays
    /// and objects that were built since are looked at; and of all the values that are built, one in 64 for each level that they
    /// were made deeper by, picked at random. So one that is too deep is found before it is much deeper.
    ///
    /// - Parameter levels: The levels of the containers that are built around the value; from 64 on it is always looked at.
    func checkDepth(of value: JSONValue, below levels: Int = 0) throws {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        guard random >> 58 < UInt64(max(1, levels)), value.hasBuiltContainers || levels >= limits.maxDepth else { return }
        var open: [(value: JSONValue, depth: Int)] = [(value, levels + 1)]
        while let (value, depth) = open.popLast() {
            try step()
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

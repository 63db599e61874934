import JSONParsing

/// Runs a program by backtracking. The registers hold the node to evaluate and the continuation of its outputs. The choice points hold
/// the alternatives that remain.
///
/// Function calls never recurse on the stack. Simple nodes do (see ``Node``), and may run a machine of their own for one of their parts.
struct QueryMachine {
    let budget: QueryBudget
    var value: JSONValue
    var tracedPath = TracedPath.off
    var scope: RuntimeScope?
    /// The continuation of the outputs; nil if they are outputs of the machine.
    private(set) var frame: ContinuationFrame?
    private var choicePoints: [ChoicePoint] = []
    private var node: any Node
    private var state = State.evaluate

    /// Bit mask: the memory of frames and choice points is checked every 4,096 of them.
    private static let memoryInterval = 0xFFF

    private enum State { case evaluate, deliver, backtrack }

    init(_ node: any Node, _ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) {
        self.node = node
        value = input
        self.scope = scope
        self.budget = budget
    }

    /// The next output, or nil if there is none.
    mutating func next() throws -> JSONValue? {
        while true {
            do {
                switch state {
                case .evaluate:
                    try budget.step()
                    let node = self.node
                    try node.step(&self)
                case .deliver:
                    guard let top = frame else {
                        state = .backtrack
                        return value
                    }
                    frame = top.next
                    try top.resume(&self)
                case .backtrack:
                    guard let choicePoint = choicePoints.last else { return nil }
                    try budget.step()
                    budget.release(to: choicePoint.mark)
                    try choicePoint.resume(&self)
                }
            } catch {
                try recover(from: QueryRuntimeError(wrapping: error))
            }
        }
    }

    private mutating func recover(from error: QueryRuntimeError) throws {
        guard !error.isLimit else { throw error }
        var candidate = frame
        while let current = candidate {
            frame = current.next
            if current.recover(from: error, &self) { return }
            candidate = current.next
        }
        choicePoints = []
        state = .backtrack
        throw error
    }

    // MARK: Operations for nodes, frames and choice points

    /// Passes a value to the continuation. Its path is ``tracedPath``.
    mutating func deliver(_ value: JSONValue) {
        self.value = value
        state = .deliver
    }

    /// Passes the present value to the continuation.
    mutating func deliver() { state = .deliver }

    /// Passes a computed value to the continuation. It has no path, unless it equals the null, boolean or number that it replaces.
    mutating func deliver(computed value: JSONValue) {
        if case .at = tracedPath, !self.value.isSameConstant(as: value) { tracedPath = .lost }
        self.value = value
        state = .deliver
    }

    /// Continues with another node and the present value, path and scope.
    mutating func evaluate(_ node: any Node) {
        self.node = node
        state = .evaluate
    }

    mutating func evaluate(_ node: any Node, _ scope: RuntimeScope?) {
        self.node = node
        self.scope = scope
        state = .evaluate
    }

    mutating func backtrack() { state = .backtrack }

    mutating func push(_ frame: ContinuationFrame) throws {
        self.frame = frame
        if frame.depth > budget.limits.maxCalls {
            throw QueryRuntimeError(limit: "calls are nested deeper than \(budget.limits.maxCalls) levels")
        }
        if frame.depth & Self.memoryInterval == 0 { try budget.checkMemory(frames: frame.depth, choicePoints: choicePoints.count) }
    }

    /// Restores the continuation of a choice point.
    mutating func restore(_ frame: ContinuationFrame?) { self.frame = frame }

    mutating func push(_ choicePoint: ChoicePoint) throws {
        choicePoint.mark = budget.unheldBytes
        choicePoints.append(choicePoint)
        if choicePoints.count & Self.memoryInterval == 0 {
            try budget.checkMemory(frames: frame?.depth ?? 0, choicePoints: choicePoints.count)
        }
        if choicePoints.count > budget.limits.maxCalls {
            throw QueryRuntimeError(limit: "more than \(budget.limits.maxCalls) generators are under way")
        }
    }

    mutating func popChoicePoint() { choicePoints.removeLast() }

    /// Number of choice points on the stack.
    var choicePointCount: Int { choicePoints.count }

    /// Removes the newest choice points, until `count` are left.
    mutating func cut(to count: Int) {
        if choicePoints.count > count { choicePoints.removeLast(choicePoints.count - count) }
    }

    /// Moves the value out of the machine, so that its new owner can change it in place.
    mutating func takeValue() -> JSONValue {
        defer { value = .null }
        return value
    }
}

extension JSONValue {
    fileprivate func isSameConstant(as other: JSONValue) -> Bool {
        switch (kind, other.kind) {
        case (.null, .null): true
        case (.boolean, .boolean): bool == other.bool
        case (.number, .number): number == other.number
        default: false
        }
    }
}

extension QueryMachine {
    /// Records one step of a path.
    mutating func extendTracedPath(by key: JSONValue) throws {
        switch tracedPath {
        case .off: return
        case .at(let last): tracedPath = .at(try TracedPathStep(key, after: last))
        case .lost:
            throw QueryRuntimeError(
                "Invalid path expression near attempt to access element \(ValueText.shortened(key)) of \(ValueText.shortened(value))")
        }
    }

    /// The path of the value. Throws if the value was computed and has none.
    func tracedKeys() throws -> [JSONValue] {
        guard case .at(let last) = tracedPath else {
            throw QueryRuntimeError("Invalid path expression with result \(ValueText.shortened(value))")
        }
        return try TracedPathStep.keys(to: last, budget)
    }
}

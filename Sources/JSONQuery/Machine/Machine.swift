import JSONParsing

/// Carries out a program. Its registers say what is evaluated and what happens with the outputs; the choice points say what
/// else is to be tried. Calls of functions never recurse; nodes that are simple are evaluated on the stack (see ``Node``), and may run a
/// machine of their own for a part of theirs.
struct Machine {
    let run: Run
    var value: JSONValue
    var tracedPath = TracedPath.off
    var scope: Scope?
    /// What happens with the outputs; nil: they are outputs of the machine.
    private(set) var frame: Frame?
    private var choicePoints: [ChoicePoint] = []
    private var node: any Node
    private var state = State.evaluate

    /// Frames or choice points between two looks at the memory that they take, less one; a power of two, less one.
    private static let memoryInterval = 0xFFF

    private enum State { case evaluate, deliver, backtrack }

    init(_ node: any Node, _ input: JSONValue, _ scope: Scope?, _ run: Run) {
        self.node = node
        value = input
        self.scope = scope
        self.run = run
    }

    /// The next output, or nil if there is none.
    mutating func next() throws -> JSONValue? {
        while true {
            do {
                switch state {
                case .evaluate:
                    try run.step()
                    let node = self.node
                    if node.isSingle, tracedPath.isOff {
                        state = .deliver
                        try node.transform(&value, scope, run)
                    } else {
                        try node.step(&self)
                    }
                case .deliver:
                    guard let top = frame else {
                        state = .backtrack
                        return value
                    }
                    frame = top.next
                    try top.resume(&self)
                case .backtrack:
                    guard let choicePoint = choicePoints.last else { return nil }
                    try run.step()
                    run.release(to: choicePoint.mark)
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

    // MARK: What nodes, frames and choice points do

    /// Hands on the value, which is where the trail says.
    mutating func deliver(_ value: JSONValue) {
        self.value = value
        state = .deliver
    }

    /// Hands on the value as it is.
    mutating func deliver() { state = .deliver }

    /// Hands on a value that was computed. It has no path, unless it is equal to the null, boolean or number that was there.
    mutating func deliver(computed value: JSONValue) {
        if case .at = tracedPath, !self.value.isSameConstant(as: value) { tracedPath = .lost }
        self.value = value
        state = .deliver
    }

    /// Goes on with another node and the present value, trail and scope.
    mutating func evaluate(_ node: any Node) {
        self.node = node
        state = .evaluate
    }

    mutating func evaluate(_ node: any Node, _ scope: Scope?) {
        self.node = node
        self.scope = scope
        state = .evaluate
    }

    mutating func backtrack() { state = .backtrack }

    mutating func push(_ frame: Frame) throws {
        self.frame = frame
        if frame.depth > run.limits.maxCalls {
            throw QueryRuntimeError(limit: "calls are nested deeper than \(run.limits.maxCalls) levels")
        }
        if frame.depth & Self.memoryInterval == 0 { try run.checkMemory(frames: frame.depth, choicePoints: choicePoints.count) }
    }

    /// Goes back to a continuation that a choice point kept.
    mutating func restore(_ frame: Frame?) { self.frame = frame }

    mutating func push(_ choicePoint: ChoicePoint) throws {
        choicePoint.mark = run.unheldBytes
        choicePoints.append(choicePoint)
        if choicePoints.count & Self.memoryInterval == 0 {
            try run.checkMemory(frames: frame?.depth ?? 0, choicePoints: choicePoints.count)
        }
        if choicePoints.count > run.limits.maxCalls {
            throw QueryRuntimeError(limit: "more than \(run.limits.maxCalls) generators are under way")
        }
    }

    mutating func popChoicePoint() { choicePoints.removeLast() }

    /// How many choice points there are.
    var choicePointCount: Int { choicePoints.count }

    /// Gives up the choice points that were made since.
    mutating func cut(to choicePointCount: Int) {
        if choicePoints.count > choicePointCount { choicePoints.removeLast(choicePoints.count - choicePointCount) }
    }

    /// Takes the value out, so that it can be changed in place.
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

extension QueryRuntimeError {
    /// Errors of reading become errors of the program, which it can catch.
    init(wrapping error: any Error) {
        switch error {
        case let error as QueryRuntimeError: self = error
        case let error as JSONError: self.init(error.message)
        default: self.init(String(describing: error))
        }
    }
}

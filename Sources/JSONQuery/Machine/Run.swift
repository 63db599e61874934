import JSONParsing

/// The budget of one run: what it has used up of its limits. Every node and every loop of a built-in function charges it for its work.
///
/// A class, because the machines of nested loops share it; it never leaves its run.
final class Run {
    /// Steps after which the run checks whether its task was cancelled: a few milliseconds at most.
    private static let stepsBetweenChecks = 1 << 14
    /// Bytes that a run may use before it looks up how many it may use in all.
    private static let firstRoom = 1 << 20

    let limits: QueryLimits
    /// Loops that are evaluated on the stack ask whether there is room left.
    let stack = StackGuard()
    private var steps = 0
    /// The number of steps at which ``checkSteps()`` is due.
    private var nextCheck: Int
    /// Bytes of values that may still be in use, those of accumulators not counted (``HeldMemory``).
    private(set) var unheldBytes = 0
    /// What ``unheldBytes`` may be at most: the limit without what accumulators hold. It begins small, so that the limit of the context is
    /// only looked up by a program that needs much.
    private(set) var room: Int
    private var knowsLimit = false
    private var maxMemory: Int
    /// Whether the program has parsed text: then values that were not decoded yet may be its own, and not the input's.
    var hasParsed = false
    /// The state of a linear congruential generator.
    private var random: UInt64 = 1
    /// Regular expressions that were compiled in this run.
    var patterns: [String: RegexPattern] = [:]

    init(limits: QueryLimits) {
        self.limits = limits
        nextCheck = min(limits.maxSteps, Self.stepsBetweenChecks)
        maxMemory = min(limits.maxMemory, Self.firstRoom)
        room = maxMemory
    }

    func step() throws {
        steps &+= 1
        if steps > nextCheck { try checkSteps() }
    }

    func steps(_ count: Int) throws {
        steps &+= count
        if steps > nextCheck { try checkSteps() }
    }

    /// Ends a run that has taken too many steps, or that was stopped.
    private func checkSteps() throws {
        if steps > limits.maxSteps { throw QueryRuntimeError(limit: "the program took more than \(limits.maxSteps) steps") }
        if Task.isCancelled || QueryContext.current?.isStopped == true { throw QueryRuntimeError.cancellation }
        nextCheck = min(limits.maxSteps, steps + Self.stepsBetweenChecks)
    }

    /// Counts memory that a value takes which the program builds. Called before the value is built, where it may be large.
    func allocate(_ bytes: Int) throws {
        unheldBytes &+= bytes
        if unheldBytes > room { try makeRoom(for: unheldBytes) }
    }

    /// Refuses what is more than the limit, which is looked up the first time.
    private func makeRoom(for bytes: Int) throws {
        if !knowsLimit {
            knowsLimit = true
            let limit = QueryContext.current?.maxMemory ?? limits.maxMemory
            room += limit - maxMemory
            maxMemory = limit
        }
        if bytes > room { throw QueryRuntimeError(limit: "the program uses more memory than the limit of \(maxMemory) bytes") }
    }

    /// Forgets what was built since a mark, which is a former value of ``unheldBytes``, and is no longer in use.
    func release(to mark: Int) { if unheldBytes > mark { unheldBytes = mark } }

    /// Hands bytes over to an accumulator.
    func hold(_ bytes: Int) {
        unheldBytes &-= bytes
        room &-= bytes
    }

    /// Counts bytes that an accumulator holds beside others.
    func holdCopy(_ bytes: Int) { room &-= bytes }

    /// Takes bytes back that an accumulator let go of.
    func letGo(_ bytes: Int) { room &+= bytes }

    /// Refuses calls and choice points that take too much memory together with the values.
    func checkMemory(frames: Int, choicePoints: Int) throws {
        let bytes = unheldBytes + frames * MemorySize.frame + choicePoints * MemorySize.choicePoint
        if bytes > room { try makeRoom(for: bytes) }
    }

    /// Called before a string is built.
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

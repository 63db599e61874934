import JSONParsing

/// The budget of steps and memory of one run. Every node and every loop of a built-in function charges it for its work.
///
/// A class, because the machines of nested loops share it; it never leaves its run.
final class QueryBudget {
    /// Steps after which the run checks whether its task was cancelled: a few milliseconds at most.
    private static let stepsBetweenChecks = 1 << 14
    /// Bytes that a run may use before it looks up its memory limit (``QueryContext/maxMemory``).
    private static let firstRoom = 1 << 20

    let limits: QueryLimits
    /// Loops that are evaluated on the stack ask whether there is room left.
    let stack = StackGuard()
    private(set) var stepCount = 0
    /// The value of ``stepCount`` at which ``checkSteps()`` is due.
    private var nextCheck: Int
    /// Bytes of values that may still be in use and that no accumulator holds (``HeldMemory``).
    private(set) var unheldBytes = 0
    /// Upper bound of ``unheldBytes``: the limit minus what accumulators hold. It starts small, so that only a program that needs much
    /// memory looks up the limit of its context.
    private(set) var room: Int
    private var knowsLimit = false
    private var maxMemory: Int
    /// Whether the program has parsed text. Then undecoded values may belong to the program and not to the input.
    var hasParsed = false
    /// The state of a linear congruential generator.
    private var random: UInt64 = 1
    /// Large undecoded values that the program has looked into.
    var decodedTexts = DecodedTextCache()
    /// Whether the program has scanned a large value for a member. Then further lookups go through ``decodedTexts``.
    var hasScannedMuch = false
    /// Regular expressions that were compiled in this run.
    var patterns: [String: RegexPattern] = [:]
    /// The memory of ``patterns``, in bytes.
    var patternBytes = 0
    /// Limit of ``patternBytes``; one more pattern may exceed it.
    static let maxPatternBytes = 4 << 20

    /// Gives the origin of the input and further inputs, and takes the messages of the program.
    let host: (any QueryHost)?
    /// Whether messages are dropped.
    let isSilent: Bool

    init(limits: QueryLimits, host: (any QueryHost)? = nil, isSilent: Bool = false) {
        self.limits = limits
        self.host = host
        self.isSilent = isSilent
        nextCheck = min(limits.maxSteps, Self.stepsBetweenChecks)
        maxMemory = min(limits.maxMemory, Self.firstRoom)
        room = maxMemory
    }

    func step() throws {
        stepCount &+= 1
        if stepCount > nextCheck { try checkSteps() }
    }

    func steps(_ count: Int) throws {
        stepCount &+= count
        if stepCount > nextCheck { try checkSteps() }
    }

    /// Throws once the run has taken too many steps or was stopped.
    private func checkSteps() throws {
        if stepCount > limits.maxSteps { throw QueryRuntimeError(limit: "the program took more than \(limits.maxSteps) steps") }
        if Task.isCancelled || QueryContext.current?.isStopped == true { throw QueryRuntimeError.cancellation }
        nextCheck = min(limits.maxSteps, stepCount + Self.stepsBetweenChecks)
    }

    /// Counts the memory of a value that the program builds. Callers that build large values call it first.
    func allocate(_ bytes: Int) throws {
        unheldBytes &+= bytes
        if unheldBytes > room { try makeRoom(for: unheldBytes) }
    }

    /// Throws if the bytes exceed the limit. The first call looks the limit up.
    private func makeRoom(for bytes: Int) throws {
        if !knowsLimit {
            knowsLimit = true
            let limit = QueryContext.current?.maxMemory ?? limits.maxMemory
            room += limit - maxMemory
            maxMemory = limit
        }
        if bytes > room { throw QueryRuntimeError(limit: "the program uses more memory than the limit of \(maxMemory) bytes") }
    }

    /// Releases values that are no longer in use: those built since a mark.
    ///
    /// - Parameter mark: A former value of ``unheldBytes``.
    func release(to mark: Int) { if unheldBytes > mark { unheldBytes = mark } }

    /// Moves bytes from ``unheldBytes`` to an accumulator.
    func hold(_ bytes: Int) {
        unheldBytes &-= bytes
        room &-= bytes
    }

    /// Counts bytes that an accumulator holds and that another owner may hold as well.
    func holdCopy(_ bytes: Int) { room &-= bytes }

    /// Releases bytes of an accumulator.
    func letGo(_ bytes: Int) { room &+= bytes }

    /// Throws if calls, choice points and values together exceed the memory limit.
    func checkMemory(frames: Int, choicePoints: Int) throws {
        let bytes = unheldBytes + frames * MemorySize.frame + choicePoints * MemorySize.choicePoint
        if bytes > room { try makeRoom(for: bytes) }
    }

    /// Called before a string is built.
    func checkLength(_ length: Int) throws {
        if length > limits.maxLength { throw QueryRuntimeError(limit: "a string is longer than the limit of \(limits.maxLength) bytes") }
    }

    /// Called before an array grows, because afterwards the memory is already taken.
    func checkElements(_ count: Int) throws {
        if count > limits.maxElements {
            throw QueryRuntimeError(limit: "an array is longer than the limit of \(limits.maxElements) elements")
        }
    }

    /// Throws if a value is nested too deeply.
    ///
    /// Values that were read are `.text`, and the JSON reader has limited their depth. So this method checks built arrays and objects only,
    /// and only a random sample of them: `levels` in 64. A program that nests ever deeper is caught before it is much too deep.
    ///
    /// - Parameter levels: Levels of containers that the program builds around the value. From 64 on, every value is checked.
    func checkDepth(of value: JSONValue, below levels: Int = 0) throws {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        guard random >> 58 < UInt64(max(1, levels)) else { return }
        try charge(for: value)
        guard value.hasBuiltContainers || levels >= limits.maxDepth else { return }
        var open: [(value: JSONValue, depth: Int)] = [(value, levels + 1)]
        // The depth at which each container was visited, by address, because one container may occur many times.
        var seen: [UInt: Int] = [:]
        while let (value, depth) = open.popLast() {
            try step()
            if let address = StorageIdentityCheck.address(of: value) {
                guard depth > seen[address, default: 0] else { continue }
                seen[address] = depth
            }
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

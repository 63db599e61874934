import JSONParsing

/// The memory that an accumulator holds: the elements of `[f]`, the state of `reduce`, outputs that a caller has received.
///
/// A run counts all values that it builds as unheld. Before a generator makes its next output, it releases what the last one took. An
/// accumulator takes over the bytes of values that live longer. Bytes of one value may be booked for another, but the sum is never less
/// than the memory in use.
///
/// `~Copyable`, so that `deinit` releases the bytes exactly once, also when an error ends the accumulator.
struct HeldMemory: ~Copyable {
    /// Minimum growth, in bytes, before a state is measured again; a quarter of the state if that is more.
    private static let leastGrowth = 1 << 20

    private let budget: QueryBudget
    /// ``QueryBudget/unheldBytes`` when the accumulator was made.
    private let mark: Int
    private var bytes = 0
    /// Bytes that the program has built since ``share(_:)`` last measured a value.
    private var unmeasured = 0
    private var ceiling = HeldMemory.leastGrowth

    init(_ budget: QueryBudget) {
        self.budget = budget
        mark = budget.unheldBytes
    }

    deinit { budget.letGo(bytes) }

    /// Takes over the memory of a value, at most the unheld bytes since the mark.
    mutating func keep(_ value: JSONValue) {
        let new = budget.unheldBytes - mark
        guard new > 0 else { return }
        // As a rule the top level is at least half of the value. Then all bytes are taken without a search, at most twice too many.
        let size = new <= 2 * MemorySize.ofTop(value) ? new : MemorySize.of(value, upTo: new, countsText: budget.hasParsed)
        guard size > 0 else { return }
        budget.hold(size)
        bytes += size
    }

    /// Appends to the elements of the accumulator, within the limits, and takes over the memory of the value.
    mutating func append(_ value: consuming JSONValue, to elements: inout [JSONValue]) throws {
        try budget.checkElements(elements.count + 1)
        if elements.count == elements.capacity { try grow(elements.capacity) }
        keep(value)
        elements.append(value)
    }

    /// Counts the memory of an array that doubles: the old and the new buffer exist while the elements move.
    private mutating func grow(_ capacity: Int) throws {
        let old = MemorySize.array(capacity)
        let new = MemorySize.array(max(2, 2 * capacity))
        try budget.allocate(new)
        budget.hold(new)
        budget.letGo(old)
        bytes += new - old
    }

    /// Takes over the memory of a value that replaces the last one.
    mutating func replace(with value: JSONValue) {
        keep(value)
        guard bytes > ceiling else { return }
        resize(MemorySize.of(value, upTo: bytes, countsText: budget.hasParsed))
        ceiling = bytes + max(bytes >> 2, Self.leastGrowth)
    }

    /// Counts the memory of a value that replaces the last one and that may have other owners. Measures it only after much was built.
    mutating func share(_ value: JSONValue) {
        unmeasured += max(0, budget.unheldBytes - mark)
        guard unmeasured > max(bytes >> 2, Self.leastGrowth) else { return }
        let size = MemorySize.of(value, upTo: unmeasured + bytes, countsText: budget.hasParsed)
        budget.holdCopy(size)
        budget.letGo(bytes)
        bytes = size
        unmeasured = 0
    }

    /// Releases all bytes that the accumulator does not hold, between two outputs of a generator.
    func releaseRest() { budget.release(to: mark) }

    /// Returns the held bytes to the run as unheld: the accumulator's value is now an output.
    mutating func finish() {
        budget.release(to: mark)
        budget.hold(-bytes)
        bytes = 0
    }

    private mutating func resize(_ size: Int) {
        budget.letGo(bytes - size)
        bytes = size
    }
}

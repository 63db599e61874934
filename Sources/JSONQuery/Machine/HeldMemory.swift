import JSONParsing

/// The memory of what an accumulator holds: the elements of `[f]`, the state of `reduce`, outputs that were handed out.
///
/// A run counts all that it builds as loose, and a generator forgets what was built for its last output when it makes the next one.
/// What outlives that, an accumulator takes over. The sum is never less than what is in use: bytes change sides, and those of one
/// value may stand for those of another, but they are only forgotten when nothing can refer to them.
///
/// It cannot be copied, and gives back what it holds when it goes, also where an error ends the accumulator.
struct HeldMemory: ~Copyable {
    /// Bytes that a state may grow by, beside a quarter, before it is measured anew.
    private static let leastGrowth = 1 << 20

    private let run: Run
    /// What was loose when the accumulator was made.
    private let mark: Int
    private var bytes = 0
    private var ceiling = HeldMemory.leastGrowth

    init(_ run: Run) {
        self.run = run
        mark = run.unheldBytes
    }

    deinit { run.letGo(bytes) }

    /// Takes over what a value holds. Measures no more of it than there is to take.
    mutating func keep(_ value: JSONValue) {
        let new = run.unheldBytes - mark
        guard new > 0 else { return }
        // Mostly the value's own top is the greater part: then all is taken, at most twice of what the value holds, and nothing is searched.
        let size = new <= 2 * MemorySize.ofTop(value) ? new : MemorySize.of(value, upTo: new, countsText: run.hasParsed)
        guard size > 0 else { return }
        run.hold(size)
        bytes += size
    }

    /// Appends to the elements of the accumulator, within the limits, and takes over what the value holds.
    mutating func append(_ value: consuming JSONValue, to elements: inout [JSONValue]) throws {
        try run.checkElements(elements.count + 1)
        if elements.count == elements.capacity { try grow(elements.capacity) }
        keep(value)
        elements.append(value)
    }

    /// Counts the memory of an array that grows to twice its size; both are there while the elements move.
    private mutating func grow(_ capacity: Int) throws {
        let old = MemorySize.array(capacity)
        let new = MemorySize.array(max(2, 2 * capacity))
        try run.allocate(new)
        run.hold(new)
        run.letGo(old)
        bytes += new - old
    }

    /// Takes over what a value holds that stands in the place of the last one.
    mutating func replace(with value: JSONValue) {
        keep(value)
        guard bytes > ceiling else { return }
        resize(MemorySize.of(value, upTo: bytes, countsText: run.hasParsed))
        ceiling = bytes + max(bytes >> 2, Self.leastGrowth)
    }

    /// Counts what a value holds that stands in the place of the last one, and that others may hold as well.
    mutating func share(_ value: JSONValue) {
        let size = MemorySize.of(value, upTo: max(0, run.unheldBytes - mark) + bytes, countsText: run.hasParsed)
        run.holdCopy(size)
        run.letGo(bytes)
        bytes = size
    }

    /// Forgets all that was built and that the accumulator does not hold, between two outputs of a generator.
    func releaseRest() { run.release(to: mark) }

    /// Gives what the accumulator holds back to the run, as its result.
    mutating func finish() {
        run.release(to: mark)
        run.hold(-bytes)
        bytes = 0
    }

    private mutating func resize(_ size: Int) {
        run.letGo(bytes - size)
        bytes = size
    }
}

import JSONParsing

/// One link of the continuation: it receives the next output. A class, because choice points share the links behind it.
class Frame {
    private(set) var next: Frame?
    let depth: Int

    init(next: Frame?) {
        self.next = next
        depth = (next?.depth ?? 0) + 1
    }

    /// Releases a long continuation link by link, because ARC would release it recursively.
    deinit {
        var link = next
        next = nil
        while isKnownUniquelyReferenced(&link) { link = link?.detach() }
    }

    private final func detach() -> Frame? {
        defer { next = nil }
        return next
    }

    /// Receives the machine's value. The machine has already removed this frame.
    func resume(_ machine: inout Machine) throws {}

    /// Handles an error raised inside this frame.
    ///
    /// - Returns: Whether the frame caught the error and has set the machine to continue.
    func recover(from error: QueryRuntimeError, _ machine: inout Machine) -> Bool { false }
}

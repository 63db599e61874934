import JSONParsing

/// What happens with the next output: one link of the continuation. A class, because choice points share the links behind it.
class Frame {
    private(set) var next: Frame?
    let depth: Int

    init(next: Frame?) {
        self.next = next
        depth = (next?.depth ?? 0) + 1
    }

    /// Long continuations are taken apart link by link: releasing them all at once would recurse.
    deinit {
        var link = next
        next = nil
        while isKnownUniquelyReferenced(&link) { link = link?.detach() }
    }

    private final func detach() -> Frame? {
        defer { next = nil }
        return next
    }

    /// Takes the machine's value; the machine's frame is the next one already.
    func resume(_ machine: inout Machine) throws {}

    /// Whether this frame deals with an error that was raised inside it; if so, it has set up the machine to go on.
    func recover(from error: QueryRuntimeError, _ machine: inout Machine) -> Bool { false }
}

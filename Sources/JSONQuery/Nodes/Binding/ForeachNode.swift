import JSONParsing

/// `foreach source as pattern (start; update; extract)`
final class ForeachNode: LoopNode {
    let source: any Node
    let matcher: PatternMatcher
    let start: any Node
    let update: any Node
    let isSimple: Bool

    /// - Parameters:
    ///   - update: The update, a ``ForeachStoreNode``, and perhaps the extraction.
    init(_ source: any Node, _ matcher: PatternMatcher, start: any Node, update: any Node) {
        self.source = source
        self.matcher = matcher
        self.start = start
        self.update = update
        isSimple = source.isSimple && start.isSimple && update.isSimple && matcher.isSingle
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws { try startLoop(&machine) }

    func begin(_ state: LoopState, _ machine: inout Machine) throws {}

    func prepareUpdate(_ state: LoopState, _ machine: inout Machine) throws {
        try machine.push(ForeachMarkFrame(state, next: machine.frame))
    }
}

/// Marks the frame below an update, where the ``ForeachStoreNode`` finds its state.
private final class ForeachMarkFrame: Frame {
    let state: LoopState

    init(_ state: LoopState, next: Frame?) {
        self.state = state
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws { machine.deliver() }
}

/// Stores the output of an update as the state for the next item.
final class ForeachStoreNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        var frame = machine.frame
        while let current = frame {
            if let mark = current as? ForeachMarkFrame {
                mark.state.value = machine.value
                // The extraction may pass the state on, so that it outlives the loop's reference.
                mark.state.heldMemory.share(machine.value)
                mark.state.tracedPath = machine.tracedPath
                break
            }
            frame = current.next
        }
        machine.deliver()
    }
}

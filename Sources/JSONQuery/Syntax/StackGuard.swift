/// Measures the stack that a recursion uses, so that deep nesting is an error also on a thread with a small stack.
///
/// Levels alone would not do: a debug build takes several times as much for each as a release build.
struct StackGuard {
    /// Most of what the smallest threads have, 512 KiB.
    static let maxBytes: UInt = 320 << 10

    private let start: UInt

    init() { start = Self.position() }

    /// Whether there is room for more.
    var hasRoom: Bool { used < Self.maxBytes }

    /// Whether there is plenty of room, so that more may be taken for the sake of speed.
    var hasPlenty: Bool { used < Self.maxBytes / 3 }

    private var used: UInt {
        let here = Self.position()
        return here > start ? here - start : start - here
    }

    /// An address in the present stack frame. Only compared, never looked at: the one unsafe line of this target.
    @inline(never)
    private static func position() -> UInt {
        var mark: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }
}

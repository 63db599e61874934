/// Measures the stack that a recursion uses, so that deep nesting is an error also on a thread with a small stack.
///
/// A count of levels is not enough, because a level of a debug build takes several times the stack of a release build.
struct StackGuard {
    /// Most of the stack of the smallest threads, which is 512 KiB.
    static let maxBytes: UInt = 320 << 10

    private let start: UInt

    init() { start = Self.position() }

    /// Whether there is room for more.
    var hasRoom: Bool { used < Self.maxBytes }

    /// Whether most of the stack is free, so that faster recursive evaluation is safe.
    var hasPlenty: Bool { used < Self.maxBytes / 3 }

    private var used: UInt {
        let here = Self.position()
        return here > start ? here - start : start - here
    }

    /// An address in the present stack frame. It is compared and never dereferenced. The one unsafe line of this target.
    @inline(never)
    private static func position() -> UInt {
        var mark: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }
}

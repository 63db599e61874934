/// Measures the stack that a recursion uses, so that deep nesting is an error also on a thread with a small stack.
///
/// A count of levels is not enough, because a level of a debug build takes several times the stack of a release build.
package struct StackGuard {
    /// Limit of the stack that a recursion may use: most of the 512 KiB of the smallest threads.
    static let maxBytes: UInt = 320 << 10

    private let start: UInt

    package init() { start = Self.position() }

    /// Whether there is room for more.
    package var hasRoom: Bool { used < Self.maxBytes }

    /// Whether most of the stack is free, so that faster recursive evaluation is safe.
    var hasPlenty: Bool { used < Self.maxBytes / 3 }

    private var used: UInt {
        let here = Self.position()
        return here > start ? here - start : start - here
    }

    /// An address in the current stack frame. It is compared and never dereferenced.
    @inline(never)
    private static func position() -> UInt {
        var mark: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }
}

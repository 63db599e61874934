/// Throws an error at the first output.
final class FailureFrame: Frame {
    private let failure: QueryRuntimeError

    init(_ failure: QueryRuntimeError, next: Frame?) {
        self.failure = failure
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws { throw failure }
}

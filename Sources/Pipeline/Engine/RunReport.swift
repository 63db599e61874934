/// How a run ended.
public struct RunReport: Sendable {
    /// Where the records went.
    public let counts: RunCounts
    /// What ended the run before its time, if anything did.
    public let failure: (any Error)?
    /// What became of the rejects.
    public let rejects: RejectsOutcome
    /// Whether rejects within the allowance are a good end.
    let areRejectsAllowed: Bool
    /// What the components have to say.
    public let notes: [String]
    /// What is most likely a typing error, each with its place in the pipeline file.
    public var warnings: [String] = []

    /// The exit code: 0 all done, 1 some records rejected and no allowance for them, otherwise as ``PipelineFailure/Kind`` says; 128 and the
    /// number of the signal for a run that was interrupted.
    public var exitCode: Int32 {
        switch failure {
        case nil where !counts.addUp || counts.unfinished > 0: PipelineFailure.Kind.internalError.rawValue
        case nil: counts.rejected > 0 && !areRejectsAllowed ? 1 : 0
        case let interrupted as Interrupted: interrupted.signal.map { 128 + $0 } ?? PipelineFailure.Kind.tryAgainLater.rawValue
        case let failure as PipelineFailure: failure.kind.rawValue
        default: PipelineFailure.Kind.internalError.rawValue  // where an error is thrown, it is given its kind
        }
    }
}

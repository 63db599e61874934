/// How a run ended.
public struct RunReport: Sendable {
    /// Where the records went.
    public let counts: RunCounts
    /// The error that ended the run early; nil if there is none.
    public let failure: (any Error)?
    /// What became of the rejects.
    public let rejects: RejectsOutcome
    /// Whether a run with rejects within the allowance succeeds.
    let areRejectsAllowed: Bool
    /// The notes of the components.
    public let notes: [String]
    /// Likely typing errors in the pipeline file, each with its position.
    public var warnings: [String] = []

    /// The exit code: 0 for success, 1 for rejected records without an allowance, otherwise that of ``PipelineFailure/Kind``; 128 plus the
    /// number of the signal for an interrupted run.
    public var exitCode: Int32 {
        switch failure {
        case nil where !counts.addUp || counts.unfinished > 0: PipelineFailure.Kind.internalError.rawValue
        case nil: counts.rejected > 0 && !areRejectsAllowed ? 1 : 0
        case let interrupted as Interrupted: interrupted.signal.map { 128 + $0 } ?? PipelineFailure.Kind.tryAgainLater.rawValue
        case let failure as PipelineFailure: failure.kind.rawValue
        default: PipelineFailure.Kind.internalError.rawValue  // the code that throws an error gives it its kind
        }
    }
}

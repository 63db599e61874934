/// The conditions for putting the outputs of a run in place. If one is not met, the outputs stay as they were.
public struct RunGuards: Sendable, Equatable {
    /// The number of rejected records with which the run still succeeds; nil if any rejected record makes the exit code 1.
    public var allowedRejects: RejectAllowance?
    /// The minimum number of written records.
    public var minRecords = 0
    /// Whether a run that rejects records and writes none leaves its outputs and its state as they were. With an allowance of 100 %, such a
    /// run puts its outputs in place.
    public var keepsOutputsIfAllRejected = true

    /// Creates guards.
    ///
    /// - Parameters:
    ///   - allowedRejects: The number of rejected records with which the run still succeeds; nil if any makes the exit code 1.
    ///   - minRecords: The minimum number of written records.
    public init(allowedRejects: RejectAllowance? = nil, minRecords: Int = 0) {
        self.allowedRejects = allowedRejects
        self.minRecords = minRecords
    }
}

/// Charges the run of a program for the work of a ``QueryFunction``. Its methods throw if the run exceeds a limit or was stopped.
public struct QueryWork {
    private let budget: QueryBudget

    init(_ budget: QueryBudget) { self.budget = budget }

    /// Bytes to process between two charges, so that a signal ends the function in time.
    public static let blockBytes = QueryBudget.blockBytes

    /// Charges for reading or writing bytes: one step per 128.
    public func charge(bytes: Int) throws {
        try budget.charge(bytes: bytes)
    }

    /// Charges for work that takes longer per byte.
    ///
    /// - Parameter count: Steps of 0.1 µs.
    public func charge(steps count: Int) throws { try budget.steps(count) }

    /// Counts memory before the function takes it. It is released when the function returns.
    public func allocate(bytes: Int) throws { try budget.allocate(bytes) }
}

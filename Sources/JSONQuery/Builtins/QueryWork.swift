/// Charges the run of a program for the work of a ``QueryFunction``. Its methods throw if the run exceeds a limit or was stopped.
public struct QueryWork {
    private let run: Run

    init(_ run: Run) { self.run = run }

    /// Bytes to process between two charges, so that a signal ends the function in time.
    public static let blockBytes = Run.blockBytes

    /// Charges for reading or writing bytes: one step per 128.
    public func charge(bytes: Int) throws {
        try run.charge(bytes: bytes)
    }

    /// Charges for work that takes longer per byte.
    ///
    /// - Parameter count: Steps of 0.1 µs.
    public func charge(steps count: Int) throws { try run.steps(count) }

    /// Counts memory before the function takes it. It is released when the function returns.
    public func allocate(bytes: Int) throws { try run.allocate(bytes) }
}

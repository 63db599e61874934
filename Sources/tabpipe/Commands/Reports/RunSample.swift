/// The numbers of records at a moment of a run.
struct RunSample: Sendable, Equatable {
    /// Seconds since the start of the run, with three decimal places.
    let seconds: Double
    let read: Int
    let written: Int
}

package import Pipeline

extension RunContext {
    /// Creates the context of a run whose caller looks at the network, for instance for its counts.
    ///
    /// - Parameters:
    ///   - network: The network of the run.
    ///   - progress: Receives the progress of reading the input.
    package init(_ network: RunNetwork, progress: InputProgress? = nil) {
        self.init(progress: progress)
        _ = shared { network }
    }

    /// The network of the run.
    package var network: RunNetwork { shared { RunNetwork() } }
}

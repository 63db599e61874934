extension RunNetwork {
    /// Puts the recording of the run in front of the transport of a step.
    ///
    /// - Parameters:
    ///   - next: The transport of the step, with its cache.
    ///   - headerNames: The names of response headers that the step uses.
    func transport(recording next: any HTTPTransport, headerNames: [String]) -> any HTTPTransport {
        let recorded: any HTTPTransport =
            access.recording(headerNames: headerNames).map { CachingTransport($0, next: next, clock: clock) { self.warn($0) } } ?? next
        return access.isClosed ? RefusalNotingTransport(next: recorded, network: self) : recorded
    }
}

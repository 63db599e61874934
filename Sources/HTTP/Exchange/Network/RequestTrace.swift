/// Receives an event for each request of a run, in the order in which they end.
package protocol RequestTrace: Sendable {
    /// Records a request. Several tasks may call it concurrently.
    func record(_ event: RequestEvent)
}

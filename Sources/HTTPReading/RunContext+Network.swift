package import HTTP
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
        opener = HTTPOpener()
    }

    /// The network of the run.
    package var network: RunNetwork { shared { RunNetwork() } }
}

extension HTTPClient {
    /// - Parameters:
    ///   - settings: The options of the step.
    ///   - scope: The origins that get the credentials.
    ///   - context: The context of the run, with its network and secrets.
    ///   - other: A client with the same credentials and scope, whose tokens this one uses; nil for none.
    package convenience init(_ settings: ClientSettings, scope: CredentialScope, in context: RunContext, sharing other: HTTPClient? = nil) {
        self.init(settings, scope: scope, network: context.network, secrets: context.secrets, sharing: other)
    }
}

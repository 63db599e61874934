package import Pipeline

extension OptionReader {
    /// Reports credentials that would go to several hosts.
    ///
    /// - Parameters:
    ///   - inputs: The inputs of the step.
    ///   - settings: The options with the credentials.
    ///   - option: The option that names the inputs.
    package mutating func checkOneOrigin(of inputs: [Input], _ settings: ClientSettings, option: String) {
        let origins = Set(inputs.compactMap { $0.webAddress.flatMap { WebAddress($0.value)?.origin } })
        guard origins.count > 1, settings.auth.isShared || !settings.secretHeaders.isEmpty else { return }
        report("expected URLs of one host, because they share credentials; use a pipeline file for each host", option: option)
    }
}

extension Input {
    /// The URL; nil for other inputs.
    package var webAddress: MaskedText? {
        if case .web(let url) = self { url } else { nil }
    }
}

internal import HTTP
package import Pipeline

extension HTTPSource {
    package var hooks: Hooks {
        Hooks(output: incremental?.output, explanation: explanation, notes: notes) {
            let client = client(settings.forCheck)
            return try await check { try await client.fetch($0, label: $1) }
        }
    }

    package var continuation: SourceContinuation {
        incremental == nil ? .none : SourceContinuation(readingAll: readingAll, resetState: resetState)
    }

    func readingAll() -> HTTPSource {
        var source = self
        source.incremental?.readAll()
        return source
    }

    func resetState() throws -> String? {
        guard let file = incremental?.file else { return nil }
        return try file.reset() ? "\(file.shown): the state is deleted; the next run reads all" : "\(file.shown): there is no state"
    }

    /// Reports a place for the start of an incremental run that requests lack, or that carries something else.
    static func checkParameter(
        of incremental: IncrementalSettings, _ paging: Paging, _ template: RequestTemplate, _ options: inout OptionReader
    ) {
        guard let sendAs = incremental.sendAs else { return }
        if let problem = template.problem(carrying: [sendAs]) {
            options.report(problem, option: "incremental")
        } else if paging.parameters.contains(sendAs) {
            options.report("\"paging\" sends \(sendAs.phrase), too", option: "incremental")
        } else if case .query(let name) = sendAs, template.first.address.queryValue(name) != nil {
            options.report(
                "the first request has \(sendAs.phrase), too; \"from\" is the start of the first run", option: "incremental")
        }
    }
}

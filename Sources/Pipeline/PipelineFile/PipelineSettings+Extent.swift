internal import JSONParsing

// The parts of a pipeline file that a command reads.
extension PipelineSettings {
    /// Whether all steps of the file are read.
    var readsAllSteps: Bool { readsSourceAndSinks && lastStage == nil }

    /// The members of the file without the steps behind ``lastStage``. What only those need may be missing.
    func membersToRead(_ members: [JSONSyntax.Member]) -> [JSONSyntax.Member] {
        guard let lastStage else { return members }
        let count = lastStage.indices.first.map { $0 + 1 } ?? 0
        return members.compactMap { member in
            if member.key == "sinks" { return nil }
            guard member.key == "stages", case .array(let stages) = member.value.content else { return member }
            let read = JSONSyntax(.array(Array(stages.prefix(count))), range: member.value.range)
            return JSONSyntax.Member(key: member.key, keyRange: member.keyRange, value: read)
        }
    }
}

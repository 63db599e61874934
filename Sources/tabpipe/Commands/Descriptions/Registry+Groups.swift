internal import Pipeline

extension Registry {
    /// All components, sorted by name, in the groups of a pipeline file.
    var groups: [(name: String, components: [any Component.Type])] {
        [
            ("sources", sources.values.map { $0 }.sorted { $0.name < $1.name }),
            ("stages", stages.values.map(\.component).sorted { $0.name < $1.name }),
            ("sinks", sinks.values.map { $0 }.sorted { $0.name < $1.name }),
        ]
    }
}

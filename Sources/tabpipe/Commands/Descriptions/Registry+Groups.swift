internal import Pipeline

extension Registry {
    /// All components by their kind, sorted by name.
    var groups: [(kind: ComponentKind, components: [any Component.Type])] {
        ComponentKind.allCases.map { kind in
            let components: [any Component.Type] =
                switch kind {
                case .sources: sources.values.map { $0 }
                case .stages: stages.values.map(\.component)
                case .sinks: sinks.values.map { $0 }
                }
            return (kind, components.sorted { $0.name < $1.name })
        }
    }
}

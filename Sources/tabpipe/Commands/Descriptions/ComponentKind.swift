/// The three kinds of components, named as pipeline files and `list` name their groups.
enum ComponentKind: String, CaseIterable {
    case sources, stages, sinks

    /// The word for one component.
    var singular: String { String(rawValue.dropLast()) }
}

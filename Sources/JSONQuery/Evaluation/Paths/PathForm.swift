/// How a node leads a ``PathCursor`` to the places of its outputs.
enum PathForm: Comparable {
    /// The machine traces the paths, because outputs may be computed.
    case computed
    /// The last step of a path may be a slice. A change may give it another length, so further steps look at the new slice.
    case slice
    /// All outputs are places inside the input.
    case places
}

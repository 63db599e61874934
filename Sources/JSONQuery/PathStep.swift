/// One step of a plain path such as `.a.b[]?`.
public enum PathStep: Equatable, Sendable {
    /// `.name`; if optional, what is no object gives nothing instead of an error.
    case key(String, optional: Bool)
    /// `[]`; if optional, what is no array or object gives nothing instead of an error.
    case iterate(optional: Bool)
}

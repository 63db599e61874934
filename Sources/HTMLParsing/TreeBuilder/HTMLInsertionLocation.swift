/// A place for a node: behind the last child of `parent`, or before one of its children.
struct HTMLInsertionLocation {
    var parent: Int32
    /// The child; -1 for none.
    var before: Int32 = -1
}

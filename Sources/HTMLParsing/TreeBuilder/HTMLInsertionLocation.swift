/// A place in the tree for a new node: after the last child of `parent`, or before one of its children.
struct HTMLInsertionLocation {
    var parent: Int32
    /// The next sibling of the new node; -1 to append it.
    var before: Int32 = -1
}

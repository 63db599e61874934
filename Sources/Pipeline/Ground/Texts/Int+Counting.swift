extension Int {
    /// The number with a noun, such as `1 record` or `2 records`.
    ///
    /// Package access: the sources of the project count files, items, pages and requests in their messages; plug-ins word their own.
    ///
    /// - Parameter noun: The noun in the singular, whose plural ends with `s`. Other words may stand before it.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

    /// The verb behind such a noun: `was` or `were`.
    ///
    /// Package access: as ``counted(_:)``.
    package var was: String { self == 1 ? "was" : "were" }
}

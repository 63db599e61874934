extension Int {
    /// The number with a noun, such as `1 record` or `2 records`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

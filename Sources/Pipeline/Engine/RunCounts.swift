/// Where the records of a run went. A record that a stage split counts as one that was read and the rest as made.
public struct RunCounts: Sendable, Equatable {
    /// Records that the source sent.
    public var read = 0
    /// Records that stages made beyond the ones they took.
    public var made = 0
    /// Records that every sink took and that are in the outputs: none if an output that appears whole did not appear.
    public var written = 0
    /// Records that a stage dropped on purpose.
    public var filtered = 0
    /// Records that failed and were set aside: for the rejects file, where one is written.
    public var rejected = 0
    /// Records that failed and were dropped, because the file says so.
    public var skipped = 0
    /// Records that were on their way when the run failed, counted where each part of the run lets go of them.
    public var unfinished = 0

    /// Whether every record is accounted for.
    public var addUp: Bool { read + made == written + filtered + rejected + skipped + unfinished }

    /// The line that ends a run, such as `read 312 = written 289 + filtered 20 + rejected 3`.
    public var line: String {
        var left = "read \(read)"
        if made > 0 { left += " + made \(made)" }
        var right = "written \(written) + filtered \(filtered) + rejected \(rejected)"
        if skipped > 0 { right += " + skipped \(skipped)" }
        if unfinished > 0 { right += " + unfinished \(unfinished)" }
        return "\(left) \(addUp ? "=" : "≠") \(right)"
    }
}

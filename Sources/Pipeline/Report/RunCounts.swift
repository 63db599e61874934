/// The numbers of records of a run, by result. If a stage splits a record, one part counts as read, the others as made.
public struct RunCounts: Sendable, Equatable {
    /// Records that the source sent.
    public var read = 0
    /// Records that stages made in addition to those they received.
    public var made = 0
    /// Records that every sink accepted and that are in the outputs: 0 if an output that appears whole did not appear.
    public var written = 0
    /// Records that a stage dropped as intended.
    public var filtered = 0
    /// Records that failed and were rejected: they are in the rejects file, if the run writes one.
    public var rejected = 0
    /// Records that failed and were dropped, because of `on_error`.
    public var skipped = 0
    /// Records in progress when the run failed. Each part of the run counts those that it drops.
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
